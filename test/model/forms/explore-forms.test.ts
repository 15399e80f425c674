import { expect, test } from 'vitest';
import { exploreForms } from './explore-forms.ts';

test('nothing that was typed in one form of several branches is lost without having been shown', () => {
  const { failures, seen } = exploreForms(1, 4_000);
  expect(failures).toEqual([]);
  // Each kind of event that the test is about has occurred.
  expect(Object.entries(seen).filter(([, times]) => times < 20)).toEqual([]);
});
