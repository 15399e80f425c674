/** The age that a password may reach (docs/decisions/0022). */
export interface PasswordAgePolicy {
  /** Null: as old as it likes. */
  maxDays: number | null;
  /** Number of days before expiry from which the person is warned. */
  warnDays: number;
}

/** Bounds of what an office may ask for. */
export const passwordAgeLimits = { mostDays: 3650, mostWarnDays: 90 } as const;

/** Former passwords that are not taken again. */
export const formerPasswords = 3;

const dayMs = 86_400_000;

/**
 * Returns the number of whole days that the password may still be used, the last one begun counting; 0 once
 * it has expired, null without an end.
 */
export function daysLeftOf(changedAt: Date, now: Date, { maxDays }: PasswordAgePolicy): number | null {
  if (maxDays === null) return null;
  return Math.max(0, Math.ceil((changedAt.getTime() + maxDays * dayMs - now.getTime()) / dayMs));
}

/** Checks whether the password has to be changed before anything else. */
export function hasExpired(changedAt: Date, now: Date, policy: PasswordAgePolicy): boolean {
  return daysLeftOf(changedAt, now, policy) === 0;
}

/** Returns the days left to warn the person about; null while no warning is due. */
export function daysToTell(changedAt: Date, now: Date, policy: PasswordAgePolicy): number | null {
  const left = daysLeftOf(changedAt, now, policy);
  return left !== null && left > 0 && left <= policy.warnDays ? left : null;
}
