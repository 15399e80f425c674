import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomCases } from '#test/world/random-cases.ts';
import {
  decimalPlacesOf,
  numberText,
  plainDecimal,
  problemOfNumber,
  readTypedNumber,
} from './typed-number.ts';

it.each([
  ['', null],
  [' \u3000\u200b', null],
  ['12', 12],
  [' 12.50 ', 12.5],
  ['１２．５', 12.5],
  ['12。5', 12.5],
  ['12｡5', 12.5],
  ['1,234.5', 1234.5],
  ['１，２３４，５６７', 1_234_567],
  ['-3', -3],
  ['－３', -3],
  ['−3', -3],
  ['+3', 3],
  ['.5', 0.5],
  ['12.', 12],
  ['007', 7],
  ['-0', 0],
  ['-0.00', 0],
  ['999999999999999', 999_999_999_999_999],
  ['99999.9999999999', 99_999.999_999_999_9],
])('reads %j as %j', (text, value) => {
  expect(readTypedNumber(text)).toBe(value);
});

it.each([
  ['abc', numberText.unclear],
  ['12元', numberText.unclear],
  ['五', numberText.unclear],
  ['1e21', numberText.unclear],
  ['0x10', numberText.unclear],
  ['1.2.3', numberText.unclear],
  ['1 234', numberText.unclear],
  ['5²', numberText.unclear],
  ['①②', numberText.unclear],
  ['-', numberText.unclear],
  ['.', numberText.unclear],
  ['--1', numberText.unclear],
  ['1,2', numberText.separators],
  ['12,34.5', numberText.separators],
  ['1234,567', numberText.separators],
  ['9999999999.999999', numberText.tooLong],
  ['999999999999999.99', numberText.tooLong],
  ['1000000000000000', numberText.tooLong],
  ['0.12345678901', numberText.decimals],
])('does not read %j and says why: %s', (text, problem) => {
  expect(readTypedNumber(text)).toEqual({ problem });
});

it.each([1e21, Number('9999999999.999999'), 0.1 + 0.2, 1e15, 1e-11])(
  'finds that %d is no exact decimal',
  (value) => {
    expect(problemOfNumber(value)).toBeDefined();
  },
);

it('writes every number that it accepts exactly as it was typed', () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), fc.nat({ max: 10 }), fc.boolean())
    .map(([digits, places, negative]) => {
      const text = String(digits).padStart(places + 1, '0');
      const [whole, decimals] = [text.slice(0, text.length - places), text.slice(text.length - places)];
      const tail = decimals.replace(/0+$/, '');
      return `${negative && digits > 0n ? '-' : ''}${whole}${places > 0 && tail !== '' ? `.${tail}` : ''}`;
    });
  fc.assert(
    fc.property(decimal, (text) => {
      const value = readTypedNumber(text);
      expect(value).toBeTypeOf('number');
      expect(plainDecimal(value as number)).toBe(text);
      expect(problemOfNumber(value as number)).toBeUndefined();
    }),
    { numRuns: randomCases(5000) },
  );
});

it('writes very small and very large numbers without an exponent', () => {
  expect([1e-7, -1.5e-7, 1e21].map(plainDecimal)).toEqual([
    '0.0000001',
    '-0.00000015',
    '1000000000000000000000',
  ]);
  expect([1.25, 1e-7, 3].map(decimalPlacesOf)).toEqual([2, 7, 0]);
});
