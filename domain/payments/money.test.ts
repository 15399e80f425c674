import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountText, capitalYuan, formatYuan, isFen, parseYuan, plainYuan, signedYuan } from './money.ts';

describe('an amount in yuan (S1 §4)', () => {
  it.each([
    ['19.90', 1990],
    ['9.8', 980],
    ['100', 10_000],
    ['0.01', 1],
    ['1.1', 110],
    ['4.35', 435],
    ['0', 0],
    [' 80.00 ', 8000],
    ['007.50', 750],
    ['999999999.99', 99_999_999_999],
  ])('%s becomes %i fen without rounding', (text, fen) => {
    expect(parseYuan(text)).toEqual({ fen });
  });

  it.each([
    ['', amountText.missing],
    ['  ', amountText.missing],
    ['19.905', amountText.tooPrecise],
    ['19.900', amountText.tooPrecise],
    ['-1', amountText.badFormat],
    ['+1', amountText.badFormat],
    ['1e3', amountText.badFormat],
    ['1,000', amountText.badFormat],
    ['.5', amountText.badFormat],
    ['5.', amountText.badFormat],
    ['１００', amountText.badFormat],
    ['0x10', amountText.badFormat],
    ['NaN', amountText.badFormat],
    ['1000000000', amountText.tooLarge],
    ['99999999999999999999', amountText.tooLarge],
    ['9'.repeat(10_000), amountText.badFormat],
  ])('%s is refused', (text, problem) => {
    expect(parseYuan(text)).toEqual({ problem });
  });

  it('is the same after writing and reading', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (fen) => {
        expect(parseYuan(plainYuan(fen))).toEqual({ fen });
        expect(parseYuan(formatYuan(fen).replaceAll(',', ''))).toEqual({ fen });
      }),
    );
  });

  it('is written with two decimals and separators', () => {
    expect(formatYuan(526_000)).toBe('5,260.00');
    expect(formatYuan(-48_000)).toBe('-480.00');
    expect(formatYuan(5)).toBe('0.05');
    expect(formatYuan(100_000_000)).toBe('1,000,000.00');
    expect(plainYuan(123_456)).toBe('1234.56');
  });

  it('writes a difference with its sign', () => {
    expect([-48_000, 8_000, 0].map(signedYuan)).toEqual(['−480.00', '+80.00', '0.00']);
  });

  it('is a whole number of fen that is not negative', () => {
    for (const value of [0, 1, 99_999_999_999]) expect(isFen(value)).toBe(true);
    for (const value of [-1, 0.5, 100_000_000_000, Number.NaN, '1', null]) expect(isFen(value)).toBe(false);
  });
});

describe('an amount on a receipt', () => {
  it.each([
    [0, '零元整'],
    [1, '壹分'],
    [10, '壹角整'],
    [105, '壹元零伍分'],
    [110, '壹元壹角整'],
    [1990, '壹拾玖元玖角整'],
    [10_000, '壹佰元整'],
    [100_500, '壹仟零伍元整'],
    [1_000_000, '壹万元整'],
    [1_000_100, '壹万零壹元整'],
    [10_010_001, '壹拾万零壹佰元零壹分'],
    [10_000_000_000, '壹亿元整'],
    [10_000_000_105, '壹亿零壹元零伍分'],
    [99_999_999_999, '玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'],
  ])('%i fen is %s', (fen, text) => {
    expect(capitalYuan(fen)).toBe(text);
  });
});
