import type { Endpoint } from '#contract/endpoint.ts';
import type { Permission } from '#domain/access/actor.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { holdsRightNow } from '#server/modules/access/rights/service.ts';
import { type ActingCall, actOnce } from './act-once.ts';

/** By which right something is done, and what waits meanwhile. */
export interface ByRight {
  readonly permission: Permission;
  /**
   * Lock on the structure of the office: `lockOffice` for a change of the structure or of a thing that it names,
   * `holdOffice` for a change that refers to a part of it; left out by all other changes.
   */
  readonly office?: (tx: Tx) => Promise<void>;
}

/**
 * Does a change by a right that the person has when its turn has come, as `actOnce` does it: a person who was disabled,
 * or lost the right, while the request waited is refused, and learns nothing of the result (0085).
 * NOTE: requests that wait for several locks take them in one order: packages, the office, the turn of accounts, the
 * locks of the work itself (forms, processes, items, the calendar), rows, heads of chains. In another order two wait
 * for each other.
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
