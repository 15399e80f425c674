import { expect, test } from 'vitest';
import { petition } from './start-data.ts';

test('10,000 applicants of the test office are different people', () => {
  const applicants = Array.from({ length: 10_000 }, (_, index) => petition(index + 1).start.applyer);
  expect(new Set(applicants.map(({ certCode }) => certCode)).size).toBe(10_000);
  expect(new Set(applicants.map(({ mobile }) => mobile)).size).toBe(10_000);
});
