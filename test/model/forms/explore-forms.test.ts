import { expect, test } from 'vitest';
import { exploreForms } from './explore-forms.ts';

test('nothing that was typed in one form of several branches is lost without having been shown', () => {
  const { failures, seen } = exploreForms(1, 4_000);
  expect(failures).toEqual([]);
  // The walk met each thing that it is about.
  expect(Object.entries(seen).filter(([, times]) => times < 20)).toEqual([]);
});
