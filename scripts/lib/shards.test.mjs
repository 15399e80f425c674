import { expect, test } from 'vitest';
import { shardsOf } from './shards.mjs';

const gigabyte = 2 ** 30;

test('journeys run in two shards where there is room', () => {
  expect(shardsOf({}, 2, 16 * gigabyte)).toEqual(['first', 'second']);
  expect(shardsOf({}, 16, 16 * gigabyte)).toEqual(['first', 'second']);
});

test('journeys run one after the other on one core, in little memory, and where asked to', () => {
  expect(shardsOf({}, 1, 16 * gigabyte)).toEqual([undefined]);
  expect(shardsOf({}, 2, 4 * gigabyte)).toEqual([undefined]);
  expect(shardsOf({ JOURNEY_SHARDS: '1' }, 2, 16 * gigabyte)).toEqual([undefined]);
  expect(shardsOf({ JOURNEY_SHARDS: '2' }, 1, 4 * gigabyte)).toEqual(['first', 'second']);
});
