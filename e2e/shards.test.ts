import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { daily, ofSecondShard, selectJourneys } from './shards.ts';

const journeys = readdirSync(import.meta.dirname)
  .flatMap((file) => file.match(/^(.*)\.spec\.ts$/)?.[1] ?? [])
  .toSorted();

/** Returns the journeys that Playwright would run. */
function selected(set?: string, shard?: string): string[] {
  const { testMatch, testIgnore } = selectJourneys(set, shard);
  const matches = (patterns: string | string[], name: string) =>
    patterns === '**/*.spec.ts' || patterns.includes(`**/${name}.spec.ts`);
  return journeys.filter((name) => matches(testMatch, name) && !matches(testIgnore, name));
}

test('every named journey exists, once', () => {
  for (const names of [daily, ofSecondShard]) {
    expect(names.filter((name) => !journeys.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  }
});

test('the shards have all journeys of a set between them, each once and neither none', () => {
  for (const set of [undefined, 'daily']) {
    const [first, second] = [selected(set, 'first'), selected(set, 'second')];
    expect([...first, ...second].toSorted()).toEqual(selected(set));
    expect(first.length).toBeGreaterThan(0);
    expect(second.length).toBeGreaterThan(0);
  }
  expect(selected()).toEqual(journeys);
  expect(selected('daily')).toEqual(daily);
});
