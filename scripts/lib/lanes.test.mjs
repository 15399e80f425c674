import { expect, test } from 'vitest';
import { lanesOf } from './lanes.mjs';

const gigabyte = 2 ** 30;

test('journeys run in two lanes where there is room', () => {
  expect(lanesOf({}, 2, 16 * gigabyte)).toEqual(['first', 'second']);
  expect(lanesOf({}, 16, 16 * gigabyte)).toEqual(['first', 'second']);
});

test('journeys run one after the other on one core, in little memory, and where asked to', () => {
  expect(lanesOf({}, 1, 16 * gigabyte)).toEqual([undefined]);
  expect(lanesOf({}, 2, 4 * gigabyte)).toEqual([undefined]);
  expect(lanesOf({ JOURNEY_LANES: '1' }, 2, 16 * gigabyte)).toEqual([undefined]);
  expect(lanesOf({ JOURNEY_LANES: '2' }, 1, 4 * gigabyte)).toEqual(['first', 'second']);
});
