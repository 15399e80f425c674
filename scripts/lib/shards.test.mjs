import { expect, test } from 'vitest';
import { shardsOf, vitestRunsOf } from './shards.mjs';

const gigabyte = 2 ** 30;

test('journeys run in two shards when there are enough cores and memory', () => {
  expect(shardsOf({}, 2, 16 * gigabyte)).toEqual(['first', 'second']);
  expect(shardsOf({}, 16, 16 * gigabyte)).toEqual(['first', 'second']);
});

test('journeys run in one shard on one core, with little memory, or on request', () => {
  expect(shardsOf({}, 1, 16 * gigabyte)).toEqual([undefined]);
  expect(shardsOf({}, 2, 4 * gigabyte)).toEqual([undefined]);
  expect(shardsOf({ JOURNEY_SHARDS: '1' }, 2, 16 * gigabyte)).toEqual([undefined]);
  expect(shardsOf({ JOURNEY_SHARDS: '2' }, 1, 4 * gigabyte)).toEqual(['first', 'second']);
});

test('waiting calls run in parallel with all other tests when resources allow, and each project runs once', () => {
  expect(vitestRunsOf(['rules', 'calls', 'widgets'], false, 2, 8 * gigabyte)).toEqual([
    { name: 'waiting', projects: ['waiting'] },
    { name: 'others', projects: ['rules', 'calls', 'widgets'] },
  ]);
  const all = [{ projects: ['rules', 'calls', 'waiting', 'widgets'] }];
  expect(vitestRunsOf(['rules', 'calls', 'widgets'], false, 1, 8 * gigabyte)).toEqual(all);
  expect(vitestRunsOf(['rules', 'calls', 'widgets'], false, 2, 4 * gigabyte)).toEqual(all);
  expect(vitestRunsOf(['rules', 'calls', 'widgets'], true, 2, 8 * gigabyte)).toEqual(all);
  expect(vitestRunsOf(['rules'], false, 2, 8 * gigabyte)).toEqual([{ projects: ['rules'] }]);
  expect(vitestRunsOf([], false, 2, 8 * gigabyte)).toEqual([{ projects: [] }]);
});
