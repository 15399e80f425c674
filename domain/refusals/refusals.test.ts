import { expect, test } from 'vitest';
import { refusalRow } from './refusals.ts';

test('each refusal has a wire number of its own, so that a client can tell them apart', () => {
  const numbers = Object.values(refusalRow).map(({ errcode }) => errcode);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});
