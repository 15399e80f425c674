/** If a clock is further behind than this, the earlier clock was wrong, and the current time counts. */
const maxBehindMs = 3_600_000;

/**
 * Returns the time of an action on an order for a clock that shows `now`: never before the last action on it,
 * so that neither a second server with a slow clock nor a clock that was set back reverses cause and effect
 * for readers (docs/decisions/0181).
 */
export function actionTimeAfter(lastAction: Date, now: Date): Date {
  const behindMs = lastAction.getTime() - now.getTime();
  return behindMs > 0 && behindMs <= maxBehindMs ? lastAction : now;
}
