/** Maximum age of a password (docs/decisions/0022). */
export interface PasswordAgePolicy {
  /** Null for no maximum. */
  maxDays: number | null;
  /** Number of days before expiry from which the person is warned. */
  warnDays: number;
}

/** Limits of the settings of an office. */
export const passwordAgeLimits = { maxDays: 3650, maxWarnDays: 90 } as const;

/**
 * Returns the problem of a warning that begins as soon as the password is chosen, or earlier; undefined if it is
 * shorter than the maximum age, or there is no maximum.
 */
export function problemOfWarning({ maxDays, warnDays }: PasswordAgePolicy): string | undefined {
  return maxDays !== null && warnDays >= maxDays ? '到期前提醒天数须少于最长使用天数' : undefined;
}

/** Number of former passwords that must not be reused. */
export const formerPasswordCount = 3;

const dayMs = 86_400_000;

/**
 * Returns the number of whole days that the password may still be used, including the current day; 0 if it
 * has expired, null without a maximum age.
 */
export function daysLeftOf(changedAt: Date, now: Date, { maxDays }: PasswordAgePolicy): number | null {
  if (maxDays === null) return null;
  return Math.max(0, Math.ceil((changedAt.getTime() + maxDays * dayMs - now.getTime()) / dayMs));
}

/** Returns the moment at or before which a password that has expired now was last changed. */
export function latestExpiredChange(now: Date, maxDays: number): Date {
  return new Date(now.getTime() - maxDays * dayMs);
}

/** Checks whether the password must be changed before any other action. */
export function hasExpired(changedAt: Date, now: Date, policy: PasswordAgePolicy): boolean {
  return daysLeftOf(changedAt, now, policy) === 0;
}

/** Returns the days left for a warning; null while no warning is due. */
export function expiryWarningDays(changedAt: Date, now: Date, policy: PasswordAgePolicy): number | null {
  const left = daysLeftOf(changedAt, now, policy);
  return left !== null && left > 0 && left <= policy.warnDays ? left : null;
}
