/** A clock that is further behind than this was wrong before, and what it says now counts. */
const maxBehindMs = 3_600_000;

/**
 * Returns the moment of an action on an order by a clock that says `now`: never before the last one on it, so
 * that neither a second server, whose clock is some seconds behind, nor one that was set back turns cause and
 * effect around for readers (docs/decisions/0181).
 */
export function momentAfter(lastAction: Date, now: Date): Date {
  const behindMs = lastAction.getTime() - now.getTime();
  return behindMs > 0 && behindMs <= maxBehindMs ? lastAction : now;
}
