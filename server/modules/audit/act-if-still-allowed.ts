import type { Endpoint } from '#contract/endpoint.ts';
import type { Permission } from '#domain/access/actor.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import type { Tx } from '#server/database/transaction.ts';
import { holdsRightNow } from '#server/modules/rights/service.ts';
import { type ActingCall, actOnce } from './act-once.ts';

/** By which right something is done, and what waits meanwhile. */
export interface ByRight {
  readonly permission: Permission;
  /**
   * What the office is made of: locked by whoever changes it or takes away what it names (`lockOffice`), held by whoever
   * hangs something on it (`holdOffice`); left out by whoever does neither.
   */
  readonly office?: (tx: Tx) => Promise<void>;
}

/**
 * Does a change by a right that the person has when its turn has come, as `actOnce` does it: whoever was disabled, or lost
 * the right, while the request waited does nothing by it any more, and is told nothing of what it would have done (0085).
 * NOTE: all who wait for several wait in one order: packages, the office, the turn of accounts, what the work itself locks
 * (forms, processes, items, the calendar), rows, heads of chains. The other way round two wait for each other.
 */
export function actIfStillAllowed<E extends Endpoint>(
  call: ActingCall<E>,
  { permission, office }: ByRight,
  work: Parameters<typeof actOnce<E>>[1],
): ReturnType<typeof actOnce<E>> {
  return actOnce(call, async (tx) => {
    await office?.(tx);
    if (!(await holdsRightNow(tx, call.actor.staffId, permission))) return refuse('forbidden');
    return await work(tx);
  });
}
