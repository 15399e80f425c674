import type { RateLimit } from '#server/kernel/http/rate-limit.ts';

/** Limits of the parts of the portal that one person can hold at once; see docs/decisions/0011. */

/** Living sessions; the one longest unused gives way to the next sign-in. */
export const sessionsPerPerson = 20;

/** Open streams of notices at one server process; one more is refused, and its screen asks every minute instead. */
export const streamsPerPerson = 20;

/** One-time tickets, which live for a minute each. */
export const ticketLimit = (staffId: string): RateLimit => ({
  bucket: `tickets:${staffId}`,
  limit: 120,
  windowSeconds: 60,
});
