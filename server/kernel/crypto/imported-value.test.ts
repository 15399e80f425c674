import { expect, test } from 'vitest';
import { readImportedValue } from './imported-value.ts';

/** Computed by an implementation of FIPS 197 in another language, which was checked with the example of its annex C.1. */
const vectors = [
  ['10', '330127199001011234', '7bLQLxXbCqwq58HTwlhKyi5b0HqxD0Rjxlttf1inWE0='],
  ['10', '13800000001', 'VWyG8BoeJqEDe1DVH/n/0w=='],
  ['20', '张伟', 'wXW8rQbecHowFW4SL8+uUQ=='],
  ['14', '', 'ghEVwAsVJGrTTBaXasitnQ=='],
  ['49', '91330127MA2ABCDE1X', '5G2v8ugvf0GKPEx3QInOhS9OHExH/leSVH/zN1AvimM='],
  ['80', '0123456789abcdef', 'S8AZyQHK9p1l2+FskHvsOVrdha/3WOmmKcbzTYMCSKk='],
  [
    '10',
    '浙江省杭州市淳安县千岛湖镇𠮷路１号',
    'p4SDAmVSTSB3PzrCivdCCebmKCe9EcFTjQ3Yals5tH5hZTr6pJDzxtQ5ArCveR+h47BWPYRxjl3Zc8TSSHazNQ==',
  ],
] as const;

test.each(vectors)(
  'a value of category %s is read with the padded key (S2 §9): %j',
  (category, plain, text) => {
    expect(readImportedValue(text, category)).toBe(plain);
  },
);

test.each([
  ['the key of another category', 'VWyG8BoeJqEDe1DVH/n/0w==', '20'],
  ['no category', 'VWyG8BoeJqEDe1DVH/n/0w==', ''],
  ['a category that is no number', 'VWyG8BoeJqEDe1DVH/n/0w==', '1x'],
  ['a longer category than the key', 'VWyG8BoeJqEDe1DVH/n/0w==', '1'.repeat(17)],
  ['a part of a block', 'VWyG8BoeJqE=', '10'],
  ['no Base64', 'VWyG8BoeJqEDe1DVH/n/0w', '10'],
  ['clear text', '13800000001', '10'],
  ['an empty text', '', '10'],
])('a text with %s is no value', (_, text, category) => {
  expect(readImportedValue(text, category)).toBeUndefined();
});
