import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dailyJourneys, secondShardJourneys, selectJourneys } from './shards.ts';

const journeys = readdirSync(import.meta.dirname)
  .flatMap((file) => file.match(/^(.*)\.spec\.ts$/)?.[1] ?? [])
  .toSorted();

/** Returns the journeys that Playwright would run. */
function journeysOf(set?: string, shard?: string): string[] {
  const { testMatch, testIgnore } = selectJourneys(set, shard);
  const matches = (patterns: string | string[], name: string) =>
    patterns === '**/*.spec.ts' || patterns.includes(`**/${name}.spec.ts`);
  return journeys.filter((name) => matches(testMatch, name) && !matches(testIgnore, name));
}

test('every named journey exists, once', () => {
  for (const names of [dailyJourneys, secondShardJourneys]) {
    expect(names.filter((name) => !journeys.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  }
});

test('the two shards together have every journey of a set once, and neither is empty', () => {
  for (const set of [undefined, 'daily']) {
    const [first, second] = [journeysOf(set, 'first'), journeysOf(set, 'second')];
    expect([...first, ...second].toSorted()).toEqual(journeysOf(set));
    expect(first.length).toBeGreaterThan(0);
    expect(second.length).toBeGreaterThan(0);
  }
  expect(journeysOf()).toEqual(journeys);
  expect(journeysOf('daily')).toEqual(dailyJourneys);
});
