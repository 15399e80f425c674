import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ofSecondShard } from './shards.ts';

test('every spec file of the second shard exists, and the first shard is not empty', () => {
  const journeys = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.spec.ts'));
  const second = ofSecondShard.map((pattern) => pattern.replace('**/', ''));
  expect(second.filter((name) => !journeys.includes(name))).toEqual([]);
  expect(new Set(second).size).toBe(second.length);
  expect(second.length).toBeLessThan(journeys.length);
});
