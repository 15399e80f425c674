import type { Endpoint } from '#contract/endpoint.ts';
import { Permission } from '#domain/access/actor.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import type { Tx } from '#server/database/transaction.ts';
import { type ActingCall, actOnce } from '#server/modules/audit/service.ts';
import { holdsRightNow } from '#server/modules/session/service.ts';
import { lockOffice } from './office.queries.ts';

/**
 * Does a change of what the office is made of, one at a time. Whoever was disabled, or lost the right, while the request
 * waited for its turn does nothing by it any more (0085).
 */
export function actInOffice<E extends Endpoint>(
  call: ActingCall<E>,
  work: Parameters<typeof actOnce<E>>[1],
): ReturnType<typeof actOnce<E>> {
  return actOnce(call, async (tx: Tx) => {
    await lockOffice(tx);
    if (!(await holdsRightNow(tx, call.actor.staffId, Permission.manageOrganisation)))
      return refuse('forbidden');
    return await work(tx);
  });
}
