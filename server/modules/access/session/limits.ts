import type { RateLimit } from '#server/kernel/http/rate-limit.ts';

/** Limits of what one person can use at the same time; see docs/decisions/0011. */

/** Active sessions; the one that was unused longest is ended by the next sign-in. */
export const sessionsPerPerson = 20;

/**
 * Open notification streams in one server process; one more is refused, and its page polls every minute
 * instead.
 */
export const streamsPerPerson = 20;

/** One-time tickets, which are valid for a minute each. */
export const ticketLimit = (staffId: string): RateLimit => ({
  bucket: `tickets:${staffId}`,
  limit: 120,
  windowSeconds: 60,
});
