import { expect, test } from 'vitest';
import { readFuzzOptions } from './fuzz.mjs';

test('the fuzz command accepts a number of requests, a seed, a part of the calls and a verbose option', () => {
  expect(readFuzzOptions(['--requests', '9000', '--seed', '7', '--call', 'handle', '--verbose'])).toEqual({
    FUZZ_REQUESTS: '9000',
    FUZZ_SEED: '7',
    FUZZ_CALL: 'handle',
    FUZZ_VERBOSE: '1',
  });
});

test('the fuzz command uses a random seed and 50,000 requests by default', () => {
  const { FUZZ_REQUESTS, FUZZ_SEED, FUZZ_VERBOSE } = readFuzzOptions([]);
  expect([FUZZ_REQUESTS, FUZZ_VERBOSE]).toEqual(['50000', '0']);
  expect(Number.isSafeInteger(Number(FUZZ_SEED))).toBe(true);
});

test.each([
  ['--requests', 'many'],
  ['--seed', '-1'],
])('the fuzz command rejects %s %s', (name, value) => {
  expect(() => readFuzzOptions([`${name}=${value}`])).toThrow('的整数，现在是');
});
