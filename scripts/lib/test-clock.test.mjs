import { describe, expect, it } from 'vitest';
import { moments, readMoment } from './test-clock.mjs';

describe('time at which the tests run', () => {
  it('is the current time by default', () => {
    expect(readMoment({})).toBeUndefined();
    expect(readMoment({ TEST_MOMENT: '' })).toBeUndefined();
  });

  it('is the given time', () => {
    expect(readMoment({ TEST_MOMENT: '2028-02-29T09:00:00' })).toBe('2028-02-29T09:00:00');
  });

  it('changes daily when drawn, and each time is used once in a cycle', () => {
    const first = Date.parse('2026-11-28T00:00:00Z');
    const drawn = moments.map((_, days) => readMoment({ TEST_MOMENT: 'drawn' }, first + days * 86_400_000));
    expect(new Set(drawn)).toEqual(new Set(moments));
  });

  it.each(['now', '2028-02-29', '2028-02-30T09:00:00Z', '2028-13-01T09:00:00'])('rejects %s', (setting) => {
    expect(() => readMoment({ TEST_MOMENT: setting })).toThrow(/TEST_MOMENT/);
  });
});
