import { describe, expect, test } from 'vitest';
import {
  daysLeftOf,
  expiryWarningDays,
  hasExpired,
  latestExpiredChange,
  problemOfWarning,
} from './password-age.ts';

const changedAt = new Date('2026-03-02T02:00:00.000Z');
const onDay = (days: number, ms = 0) => new Date(changedAt.getTime() + days * 86_400_000 + ms);
const policy = { maxDays: 90, warnDays: 7 };

describe('age of a password', () => {
  test('is unlimited unless the office sets a maximum', () => {
    const noLimit = { maxDays: null, warnDays: 7 };
    expect(daysLeftOf(changedAt, onDay(4000), noLimit)).toBeNull();
    expect(hasExpired(changedAt, onDay(4000), noLimit)).toBe(false);
    expect(expiryWarningDays(changedAt, onDay(4000), noLimit)).toBeNull();
  });

  test('expires exactly after the maximum number of days', () => {
    expect(hasExpired(changedAt, onDay(90, -1), policy)).toBe(false);
    expect(hasExpired(changedAt, onDay(90), policy)).toBe(true);
    expect(daysLeftOf(changedAt, onDay(400), policy)).toBe(0);
    expect(latestExpiredChange(onDay(90), 90)).toEqual(changedAt);
  });

  test('causes a warning in the last days, the current day included', () => {
    expect(expiryWarningDays(changedAt, onDay(83, -1), policy)).toBeNull();
    expect(expiryWarningDays(changedAt, onDay(83), policy)).toBe(7);
    expect(expiryWarningDays(changedAt, onDay(90, -1), policy)).toBe(1);
    expect(expiryWarningDays(changedAt, onDay(90), policy)).toBeNull();
    expect(expiryWarningDays(changedAt, onDay(89), { maxDays: 90, warnDays: 0 })).toBeNull();
  });

  test('has a warning that is shorter than the maximum', () => {
    expect(problemOfWarning({ maxDays: 5, warnDays: 20 })).toBe('到期前提醒天数须少于最长使用天数');
    expect(problemOfWarning({ maxDays: 5, warnDays: 5 })).toBeDefined();
    expect(problemOfWarning({ maxDays: 5, warnDays: 4 })).toBeUndefined();
    expect(problemOfWarning({ maxDays: 1, warnDays: 0 })).toBeUndefined();
    expect(problemOfWarning({ maxDays: null, warnDays: 20 })).toBeUndefined();
  });
});
