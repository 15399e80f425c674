import { localDateOf } from '#domain/calendar/local-date.ts';
import type { FeeLine } from '#domain/payments/fee-items.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { appendOrderAudit } from '#server/modules/access/audit/service.ts';
import * as queries from './ledger.queries.ts';
import type { PaymentContext } from './ledger.ts';

/** A new order of payment, with fees that were checked (`chargeFees`). */
export interface NewPayment {
  workorderId: string;
  /** Region code of the collecting office. */
  areaCode: string;
  payer: string;
  lines: readonly FeeLine[];
  /** Fen. */
  total: number;
  by: { staffId: string; name: string };
  requestId: string;
}

/**
 * Stores an order of payment with a number (缴款书号) of 20 digits: six of the region, year and month, and eight of a
 * sequence of the month.
 */
export async function createPayment(
  tx: Tx,
  context: PaymentContext,
  { requestId, areaCode, ...payment }: NewPayment,
): Promise<{ id: string; number: string }> {
  const at = context.now();
  const month = localDateOf(at).slice(0, 7).replace('-', '');
  const region = areaCode.slice(0, 6).padEnd(6, '0');
  const id = context.newId();
  const number = `${region}${month}${String(await queries.nextNumber(tx, month)).padStart(8, '0')}`;
  await queries.insertPayment(tx, { ...payment, id, number, at });
  await appendOrderAudit(tx, context, {
    workorderId: payment.workorderId,
    actor: payment.by,
    action: 'work-order.create-payment',
    detail: { number, amount: payment.total },
    requestId,
  });
  return { id, number };
}
