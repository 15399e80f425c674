import { expect, test } from 'vitest';
import { refusalRow } from './refusals.ts';

test('each refusal has a unique wire number', () => {
  const numbers = Object.values(refusalRow).map(({ errcode }) => errcode);
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});
