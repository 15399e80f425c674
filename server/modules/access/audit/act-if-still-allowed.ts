import type { Endpoint } from '#contract/endpoint.ts';
import type { Permission } from '#domain/access/actor.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { hasPermissionNow } from '#server/modules/access/rights/service.ts';
import { type ActingCall, actOnce } from './act-once.ts';

/** The permission for an action, and the lock that it needs. */
export interface RequiredRight {
  readonly permission: Permission;
  /**
   * Lock on the structure of the office: `lockOffice` for a change of the structure or of an object that it
   * refers to, `lockOfficeParts` for a change that refers to a part of it; left out by all other changes.
   */
  readonly office?: (tx: Tx) => Promise<void>;
}

/**
 * Makes a change, like `actOnce`, if the person still has the permission when the locks are acquired: a person
 * who was disabled, or lost the permission, while the request waited is refused, and its answer contains no
 * part of the result (0085). NOTE: requests that need several locks acquire them in one order: bundles, the office, the lock
 * of accounts, the locks of the work itself (forms, processes, items, the calendar), rows, chain heads. In
 * another order two requests can deadlock.
 */
export function actIfStillAllowed<E extends Endpoint>(
  call: ActingCall<E>,
  { permission, office }: RequiredRight,
  work: Parameters<typeof actOnce<E>>[1],
): ReturnType<typeof actOnce<E>> {
  return actOnce(call, async (tx) => {
    await office?.(tx);
    if (!(await hasPermissionNow(tx, call.actor.staffId, permission))) return refuse('forbidden');
    return await work(tx);
  });
}
