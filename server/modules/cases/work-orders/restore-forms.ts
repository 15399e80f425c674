import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { appendOrderAudit } from '#server/modules/access/audit/service.ts';
import type { ReadableOrder } from './access.ts';
import { undeleteForms } from './queries.ts';
import { recordChangedOrder } from './query-index.queries.ts';

/**
 * Restores forms that action 13 marked as deleted, for the matter administrator only, with an audit record.
 * The order stays at its node. See docs/decisions/0059. Their texts can be found again after the next
 * indexing (0144).
 */
export async function restoreForms(
  context: Context,
  actor: Actor,
  { order }: ReadableOrder,
  requestId: string,
): Promise<{ restored: number } | Refusal<'forbidden'>> {
  if (!can(actor, Permission.administer)) return refuse('forbidden');
  const answer = await inTransaction(context.db, async (tx) => {
    const formCodes = await undeleteForms(tx, order.id);
    // This is no action of the order, so that no outbox entry updates the index.
    if (formCodes.length > 0) await recordChangedOrder(tx, order.id);
    await appendOrderAudit(tx, context, {
      workorderId: order.id,
      actor,
      action: 'work-order.restore-forms',
      detail: { forms: formCodes },
      requestId,
    });
    return { restored: formCodes.length };
  });
  if (answer.restored > 0) context.notifier.wake('work-order.index');
  return answer;
}
