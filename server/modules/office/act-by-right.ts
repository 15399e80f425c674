import type { Endpoint } from '#contract/endpoint.ts';
import type { Permission } from '#domain/access/actor.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import type { Tx } from '#server/database/transaction.ts';
import { type ActingCall, actOnce } from '#server/modules/audit/service.ts';
import { holdsRightNow } from '#server/modules/session/service.ts';
import { holdOffice } from './office.queries.ts';

/**
 * Does a change of what matters are made of: a form, a process, an item, a paper, a day off. Whoever was disabled, or lost
 * the right, while the request waited for its turn does nothing by it any more (0085).
 * NOTE: the office comes first and the turn of accounts last, as for whoever takes in a package or a sheet; the other way
 * round two wait for each other.
 */
export function actByRight<E extends Endpoint>(
  call: ActingCall<E>,
  permission: Permission,
  work: Parameters<typeof actOnce<E>>[1],
  /** Held; locked by what takes something away that the office may name meanwhile. */
  lock: (tx: Tx) => Promise<void> = holdOffice,
): ReturnType<typeof actOnce<E>> {
  return actOnce(call, async (tx) => {
    await lock(tx);
    const done = await work(tx);
    if (isRefusal(done)) return done;
    return (await holdsRightNow(tx, call.actor.staffId, permission)) ? done : refuse('forbidden');
  });
}
