import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimals, type Decimal, decimalText, readDecimal, sumOfDecimals } from './decimal.ts';

const read = (text: string): Decimal => {
  const decimal = readDecimal(text);
  if (decimal === undefined) throw new Error(`${text} is no decimal`);
  return decimal;
};
const sum = (...texts: string[]) => decimalText(sumOfDecimals(texts.map(read)));

describe('decimals', () => {
  it.each([
    [['0.1', '0.2', '0.3'], '0.6'],
    [['0.3', '0.6'], '0.9'],
    [['0.5', '0.5'], '1'],
    [['-0.25', '0.2'], '-0.05'],
    [['9007199254740993', '0.0000000001'], '9007199254740993.0000000001'],
    [['999999999999999', '999999999999999'], '1999999999999998'],
    [['1e21', '1e-7'], '1000000000000000000000.0000001'],
    [['-1', '1'], '0'],
    [[], '0'],
  ])('the sum of %j is %s', (texts, expected) => {
    expect(sum(...texts)).toBe(expected);
  });

  it('other texts are none', () => {
    for (const text of ['', 'NaN', '1,5', '.5', '1e99', '+1', '１'])
      expect(readDecimal(text)).toBeUndefined();
  });

  it('sums do not depend on the order, and are exact', () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 30 }), (list) => {
        const decimals = list.map((each) => ({ digits: BigInt(each), scale: 2 }));
        const total = sumOfDecimals(decimals);
        expect(compareDecimals(total, sumOfDecimals(decimals.toReversed()))).toBe(0);
        const whole = list.reduce((before, each) => before + each, 0);
        expect(Number(decimalText(total))).toBe(whole / 100);
      }),
    );
  });
});
