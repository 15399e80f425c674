import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ofSecondLane } from './lanes.ts';

test('every journey of the second lane is there, and the first has some as well', () => {
  const journeys = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.spec.ts'));
  const second = ofSecondLane.map((pattern) => pattern.replace('**/', ''));
  expect(second.filter((name) => !journeys.includes(name))).toEqual([]);
  expect(new Set(second).size).toBe(second.length);
  expect(second.length).toBeLessThan(journeys.length);
});
