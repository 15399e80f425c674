import { describe, expect, test } from 'vitest';
import { readMappings } from '#test/vectors/read-vectors.ts';
import { findSafeTarget } from './safe-target.ts';

const origin = 'https://office.example';
const allowed = ['https://city.example'];
const cases = readMappings(new URL('./vectors/safe-target.txt', import.meta.url));

describe('safe link target (S0 §2, security rule 4)', () => {
  test.each(cases)('resolves $input to $output', ({ input, output }) => {
    expect(findSafeTarget(input, origin, allowed)).toBe(output === '-' ? undefined : output);
  });

  test('stays within the allowed origins when the browser resolves it', () => {
    for (const { input } of cases) {
      const target = findSafeTarget(input, origin, allowed);
      if (target === undefined) continue;
      expect([origin, ...allowed]).toContain(new URL(target, `${origin}/affair/list`).origin);
    }
  });

  test('has test cases that a check of the first two characters alone fails', () => {
    const isNaivelySafe = (target: string) => /^\/(?![/\\])/.test(target);
    const misjudgedCases = cases.filter(({ input, output }) => isNaivelySafe(input) && output === '-');
    expect(misjudgedCases.length).toBeGreaterThanOrEqual(8);
  });
});
