import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { appendOrderAudit } from '#server/modules/access/audit/service.ts';
import { requeueArchiveEntries } from '#server/modules/cases/handling/service.ts';
import type { StoredPayment } from './ledger.queries.ts';
import * as queries from './ledger.queries.ts';

/** The parts of the context that payments need. */
export type PaymentContext = Pick<
  Context,
  'db' | 'crypto' | 'payments' | 'gateways' | 'notifier' | 'now' | 'newId' | 'log'
>;

/** The person who gives a command; undefined for a command of the portal itself. */
export type PaymentActor = { staffId: string; name: string } | undefined;

/** One change of a payment, for the audit chain of its order. */
export interface PaymentChange {
  action: string;
  detail: Record<string, unknown>;
}

/**
 * Makes one change of a payment: it is locked first, so that a job, a notice and a person follow each other; the
 * state is derived anew and the change appended to the audit chain of the order, all in one transaction. Work that
 * changes nothing returns no `change`. Returns undefined if there is no such payment.
 */
export async function changePayment<Result>(
  context: PaymentContext,
  paymentId: string,
  by: PaymentActor,
  work: (tx: Tx, payment: StoredPayment) => Promise<{ result: Result; change?: PaymentChange | undefined }>,
): Promise<Result | undefined> {
  return inTransaction(context.db, async (tx) => {
    const payment = await queries.findPayment(tx, paymentId);
    if (!payment) return undefined;
    const { result, change } = await work(tx, payment);
    if (change) await recordChange(tx, context, payment, by, change);
    return result;
  });
}

/** Derives the state of a payment anew after a change, and appends the change to the audit chain of its order. */
async function recordChange(
  tx: Tx,
  context: PaymentContext,
  { id, number, workorderId }: StoredPayment,
  by: PaymentActor,
  { action, detail }: PaymentChange,
): Promise<void> {
  const changed = await queries.findPayment(tx, id);
  if (changed) await queries.storeState(tx, changed, context.now());
  await appendOrderAudit(tx, context, {
    workorderId,
    actor: by,
    action,
    detail: { number, ...detail },
    requestId: '',
  });
  // Money may move after the order has ended: its archive package must contain this as well.
  await requeueArchiveEntries(tx, [workorderId]);
}
