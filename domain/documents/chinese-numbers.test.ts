import { expect, test } from 'vitest';
import {
  dateInFigures,
  dateInWords,
  moneyInCapitals,
  numberInCapitals,
  numberInWords,
} from './chinese-numbers.ts';

test.each([
  [0, '零', '零'],
  [7, '七', '柒'],
  [10, '十', '壹拾'],
  [15, '十五', '壹拾伍'],
  [20, '二十', '贰拾'],
  [105, '一百零五', '壹佰零伍'],
  [110, '一百一十', '壹佰壹拾'],
  [1_000, '一千', '壹仟'],
  [1_001, '一千零一', '壹仟零壹'],
  [1_010, '一千零一十', '壹仟零壹拾'],
  [10_000, '一万', '壹万'],
  [10_001, '一万零一', '壹万零壹'],
  [100_000, '十万', '壹拾万'],
  [101_000, '十万零一千', '壹拾万零壹仟'],
  [100_100, '十万零一百', '壹拾万零壹佰'],
  [20_003_000, '二千万零三千', '贰仟万零叁仟'],
  [100_000_001, '一亿零一', '壹亿零壹'],
  [
    999_999_999_999,
    '九千九百九十九亿九千九百九十九万九千九百九十九',
    '玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖',
  ],
  [1_000_000_000_000, '1000000000000', '1000000000000'],
  [1.5, '1.5', '1.5'],
])('%d is written as %s, in capitals as %s', (value, numerals, capitals) => {
  expect([numberInWords(value), numberInCapitals(value)]).toEqual([numerals, capitals]);
});

test.each([
  [0, '零元整'],
  [5, '伍分'],
  [50, '伍角整'],
  [100, '壹元整'],
  [105, '壹元零伍分'],
  [150, '壹元伍角整'],
  [1_050, '壹拾元零伍角整'],
  [1_055, '壹拾元零伍角伍分'],
  [120_055, '壹仟贰佰元零伍角伍分'],
  [123_456_789, '壹佰贰拾叁万肆仟伍佰陆拾柒元捌角玖分'],
])('%d fen are written as %s', (fen, numerals) => {
  expect(moneyInCapitals(fen)).toBe(numerals);
});

test('a date is written in figures without leading zeros, or in Chinese numerals', () => {
  expect(dateInFigures('2026-03-09')).toBe('2026年3月9日');
  expect(dateInWords('2026-11-30')).toBe('二〇二六年十一月三十日');
  expect(dateInWords('2010-10-20')).toBe('二〇一〇年十月二十日');
  expect(() => dateInFigures('2026-02-30')).toThrow('is not a date');
});
