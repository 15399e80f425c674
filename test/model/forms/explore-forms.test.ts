import { expect, test } from 'vitest';
import { exploreForms } from './explore-forms.ts';

test('no value typed in a form of several branches is lost without being shown', () => {
  const { failures, seen } = exploreForms(1, 4_000);
  expect(failures).toEqual([]);
  // Each kind of event that the test is about has occurred.
  expect(Object.entries(seen).filter(([, times]) => times < 20)).toEqual([]);
});
