import { expect, test } from 'vitest';
import { hasPersonalNumber } from './view.ts';

test.each([
  ['15405711037', true],
  ['电话 15405711037', true],
  ['330127199003129970', true],
  ['33012719900312997x', true],
  ['91330127MA2XXXXXX0', true],
  ['2026000123', false],
  ['电梯停用', false],
  ['154057110370', false],
  ['154 0571 1037', true],
  ['154-0571-1037', true],
  ['１５４０５７１１０３７', true],
  ['15405\u200b711037', true],
  ['+8615405711037', true],
  ['2026-03-02 15405711037', true],
  ['330127850529996', true],
  ['202603020000123', false],
  ['2026-03-01 2026-03-31', false],
])('detects a personal number in “%s”: %s', (text, expected) => {
  expect(hasPersonalNumber(text)).toBe(expected);
});
