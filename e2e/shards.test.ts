import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ofSecondShard } from './shards.ts';

test('every journey of the second shard is there, and the first has some as well', () => {
  const journeys = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.spec.ts'));
  const second = ofSecondShard.map((pattern) => pattern.replace('**/', ''));
  expect(second.filter((name) => !journeys.includes(name))).toEqual([]);
  expect(new Set(second).size).toBe(second.length);
  expect(second.length).toBeLessThan(journeys.length);
});
