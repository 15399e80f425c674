import type { PaymentNoticeStatus } from '#domain/enumerations/payment.ts';
import { countingTry, type Payment, refundsOfTry } from '#domain/payments/ledger.ts';
import { paymentReports, paymentStateOf } from '#domain/records/payment.ts';
import { RecordKind } from '#domain/records/side-record.ts';
import type { Context } from '#server/framework/context.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { changeRecordBySystem } from '#server/modules/cases/side-records/service.ts';
import { findPayment } from './ledger.queries.ts';
import * as queries from './records.queries.ts';
import { revokeWithRecord } from './tries.ts';

/** Keeps payments and the side records of their orders in step; every part may be repeated. */

/** A revocation writes the record after the payment, with its reason; a stopped one can be repeated for this long. */
const revokingMs = 60_000;

/** Makes missing payments, revokes those whose record was closed, and reports changed states to the orders. */
export async function followPayments(context: JobContext): Promise<void> {
  const { db, stopSignal } = context;
  await queries.insertMissingPayments(db);
  for (const id of await queries.listRevokedRecords(db)) {
    if (stopSignal?.aborted) return;
    await revokeWithRecord(context, id);
  }
  const revokedBefore = new Date(context.now().getTime() - revokingMs);
  for (const id of await queries.listUnannounced(db, revokedBefore)) {
    if (stopSignal?.aborted) return;
    await announcePayment(context, id);
  }
}

/**
 * Gives the side record the state of the payment, which also informs the applicant and the handlers: once for each
 * state, however many processes do this together, because a record that has the state refuses it.
 */
export async function announcePayment(context: Context, paymentId: string): Promise<void> {
  const payment = await findPayment(context.db, paymentId);
  if (!payment || payment.announced === payment.state) return;
  const { workorderId, recordId, state } = payment;
  const counting = countingTry(payment);
  const refunded = refundedOf(payment);
  const input = {
    ...(counting?.paidAt && { paidAt: counting.paidAt.toISOString() }),
    ...(refunded > 0 && { refunded }),
  };
  const refusal = await changeRecordBySystem(
    context,
    workorderId,
    {
      kind: RecordKind.payment,
      command: paymentReports[paymentStateOf(state as PaymentNoticeStatus)],
      recordId,
      atTaskId: null,
      input,
    },
    context.now(),
  );
  // A record that has the state already needs no change.
  if (refusal !== null && refusal.refused !== 'recordState') {
    context.log.warn(
      { paymentId, refused: refusal.refused },
      'The state of a payment was not taken by its order',
    );
    return;
  }
  await queries.setAnnounced(context.db, paymentId, state);
}

function refundedOf(payment: Payment): number {
  const counting = countingTry(payment);
  return counting ? refundsOfTry(payment, counting.id).done : 0;
}
