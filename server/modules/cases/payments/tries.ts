import { RefundType } from '#domain/enumerations/payment.ts';
import {
  countingTry,
  decideTryReport,
  isOpenTry,
  problemOfOpening,
  problemOfRevoking,
  type TryReport,
} from '#domain/payments/ledger.ts';
import { nextAttemptAt, paymentLimits, queryTable } from '#domain/payments/limits.ts';
import { formatYuan } from '#domain/payments/money.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { PaymentGateway } from '#server/adapters/gateways/payments/gateway.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { tellApplicant } from '#server/modules/cases/messages/service.ts';
import type { StoredPayment, StoredTry } from './ledger.queries.ts';
import * as queries from './ledger.queries.ts';
import { changePayment, type PaymentContext } from './ledger.ts';
import { addRefund, sendRefund } from './refunds.ts';

/** Codes of a payment: each is a try of its own at the gateway. */

export type PaymentRefusal = Refusal<'notFound' | 'paymentState' | 'paymentChannel'>;

const noChannel = () => refuse('paymentChannel', { message: '尚未接通缴费渠道，请联系管理员' });
const noAnswer = () => refuse('paymentChannel');
/** Time for which an opening without an answer is left alone: its request may still be on its way. */
const openingMs = 60_000;

/** Returns the gateway of a try; undefined if the operator has since set up another one. */
function gatewayOf({ payments }: PaymentContext, { gateway }: Pick<StoredTry, 'gateway'>) {
  return payments?.name === gateway ? payments : undefined;
}

/**
 * Returns the code with which the payment can be paid now: the open one, or a new one. There is never a second code
 * beside an open one, so that a repeated request opens none.
 */
export async function openCode(
  context: PaymentContext,
  paymentId: string,
  by: { staffId: string; name: string },
): Promise<StoredTry | PaymentRefusal> {
  const { payments: gateway } = context;
  if (!gateway) return noChannel();
  const current = await findOpenTry(context, paymentId);
  if (current && current.state === 'open' && current.expiresAt > context.now()) return current;
  if (current) {
    await syncTry(context, current.id, paymentId);
    const synced = await findOpenTry(context, paymentId);
    if (synced) return synced.state === 'open' && synced.expiresAt > context.now() ? synced : noAnswer();
  }
  const now = context.now();
  type Opening = { id: string } | Refusal<'paymentState'>;
  const opened = await changePayment<Opening>(context, paymentId, by, async (tx, payment) => {
    const problem = problemOfOpening(payment);
    if (problem !== undefined) return { result: refuse('paymentState', { message: problem }) };
    const place = payment.tries.length + 1;
    const outNo = `${payment.number}${String(place).padStart(2, '0')}`;
    const id = context.newId();
    await queries.insertTry(tx, {
      id,
      paymentId,
      place,
      gateway: gateway.name,
      outNo,
      amount: payment.total,
      expiresAt: new Date(now.getTime() + paymentLimits.codeMinutes * 60_000),
      by: by.staffId,
      at: now,
      queryAt: nextAttemptAt(queryTable, 0, now),
    });
    return { result: { id }, change: { action: 'work-order.open-payment-code', detail: { outNo } } };
  });
  if (opened === undefined) return refuse('notFound');
  if (isRefusal(opened)) return opened;
  await sendOpening(context, gateway, paymentId, opened.id);
  const open = await findOpenTry(context, paymentId);
  if (open?.state === 'open') return open;
  return noAnswer();
}

/** Sends the opening of a code; a repetition has the same number, and the gateway returns the same code. */
async function sendOpening(
  context: PaymentContext,
  gateway: PaymentGateway,
  paymentId: string,
  tryId: string,
): Promise<void> {
  const payment = await queries.findPayment(context.db, paymentId);
  const opening = payment?.tries.find(({ id }) => id === tryId);
  if (!payment || opening?.state !== 'opening') return;
  const description = payment.lines
    .map(({ name }) => name)
    .join('、')
    .slice(0, 100);
  const { outNo, amount, expiresAt } = opening;
  const answer = await gateway.openTry({ outNo, amount, description, expiresAt });
  if (answer.kind === 'unknown') {
    context.log.warn({ outNo, fault: answer.fault }, 'The payment gateway did not answer an opening');
    return;
  }
  await changePayment(context, paymentId, undefined, async (tx) => {
    await queries.setOpened(tx, tryId, answer.kind === 'answered' ? answer.value : { fault: answer.fault });
    if (answer.kind === 'answered') return { result: null };
    const detail = { outNo, fault: answer.fault };
    return { result: null, change: { action: 'work-order.payment-code-refused', detail } };
  });
}

async function findOpenTry(context: PaymentContext, paymentId: string): Promise<StoredTry | undefined> {
  return (await queries.findPayment(context.db, paymentId))?.tries.find(isOpenTry);
}

/**
 * Asks the gateway for a try and applies its answer: the state comes from the query, not from the order in which
 * notices arrive. An expired code is closed at the gateway first, then with us. Returns false without an answer.
 */
export async function syncTry(context: PaymentContext, tryId: string, paymentId: string): Promise<boolean> {
  const found = (await queries.findPayment(context.db, paymentId))?.tries.find(({ id }) => id === tryId);
  const gateway = found && gatewayOf(context, found);
  if (!found || !gateway) return false;
  const answer = await gateway.queryTry(found.outNo);
  if (answer.kind !== 'answered') {
    context.log.warn(
      { outNo: found.outNo, fault: answer.fault },
      'The payment gateway did not answer a query',
    );
    return false;
  }
  const now = context.now();
  const isExpired = found.expiresAt <= now;
  const { state } = answer.value;
  if (found.state === 'opening' && !isExpired && state !== 'paid' && state !== 'closed') {
    await sendOpening(context, gateway, paymentId, tryId);
    return true;
  }
  if (state === 'waiting' && isExpired) return closeAtGateway(context, gateway, found, paymentId);
  if (state === 'missing' && now.getTime() - found.openedAt.getTime() < openingMs) return true;
  await applyTryReport(context, paymentId, tryId, answer.value);
  return true;
}

/** Closes a code at the gateway, then applies its state: it may have been paid in between. */
async function closeAtGateway(
  context: PaymentContext,
  gateway: PaymentGateway,
  { id, outNo }: StoredTry,
  paymentId: string,
): Promise<boolean> {
  const closed = await gateway.closeTry(outNo);
  if (closed.kind === 'unknown') return false;
  const answer = await gateway.queryTry(outNo);
  if (answer.kind !== 'answered') return false;
  await applyTryReport(context, paymentId, id, answer.value);
  return true;
}

/** Applies the gateway's state of a try. A surplus is refunded, and another open code is closed. */
async function applyTryReport(
  context: PaymentContext,
  paymentId: string,
  tryId: string,
  report: TryReport,
): Promise<void> {
  const applied = await changePayment(context, paymentId, undefined, async (tx, payment) => {
    const found = payment.tries.find(({ id }) => id === tryId);
    const change = found && decideTryReport(payment, found, report, context.payments?.merchantId ?? '');
    if (!found || !change) return { result: undefined };
    const { transactionId } = report;
    const paidAt = change.paid > 0 ? (report.paidAt ?? context.now()) : null;
    await queries.changeTry(tx, tryId, change, { transactionId, paidAt });
    const refundId =
      change.surplus === undefined
        ? undefined
        : await addRefund(tx, context, payment, {
            paidTry: { ...found, paid: change.paid },
            amount: change.paid,
            type: RefundType.automatic,
            reason: change.surplus,
            note: '',
            isOutside: false,
            by: undefined,
          });
    if (change.surplus !== undefined)
      await tellOfSurplus(tx, context, payment, { id: tryId, paid: change.paid });
    const others = payment.tries.filter((one) => one.id !== tryId && isOpenTry(one));
    const { outNo } = found;
    const { state, counts, difference } = change;
    const detail = {
      outNo,
      transactionId,
      state,
      amount: change.paid,
      counts,
      ...(difference && { difference }),
    };
    return {
      result: { refundId, others: counts ? others : [], difference, outNo },
      change: { action: `work-order.payment-${state}`, detail },
    };
  });
  if (!applied) return;
  if (applied.difference !== undefined)
    context.log.error({ outNo: applied.outNo }, 'A payment differs from its order and is not booked');
  if (applied.refundId !== undefined) await sendRefund(context, paymentId, applied.refundId);
  const { payments: gateway } = context;
  for (const other of applied.others) if (gateway) await closeAtGateway(context, gateway, other, paymentId);
}

/** Tells the applicant that money beyond the order of payment has arrived and goes back. */
async function tellOfSurplus(
  tx: Tx,
  context: PaymentContext,
  { workorderId, number }: StoredPayment,
  { id, paid }: { id: string; paid: number },
): Promise<void> {
  const code = await queries.findOrderCode(tx, workorderId);
  await tellApplicant(tx, context, {
    workorder: { id: workorderId, code },
    cause: `payment.surplus.${id}`,
    text: `缴款书 ${number} 收到多缴的 ${formatYuan(paid)} 元，将按原路退回付款账户。`,
  });
}

/** Asks for the state of every open code of a payment, and returns the payment. */
export async function refreshPayment(
  context: PaymentContext,
  paymentId: string,
): Promise<StoredPayment | undefined> {
  const open = await findOpenTry(context, paymentId);
  if (open) await syncTry(context, open.id, paymentId);
  return queries.findPayment(context.db, paymentId);
}

/**
 * Revokes a payment whose side record was closed with its task or its order: at once with us, then at the gateway; money
 * that has arrived or still arrives is refunded by the portal.
 */
export async function revokeWithRecord(context: PaymentContext, paymentId: string): Promise<void> {
  const open = await changePayment(context, paymentId, undefined, async (tx, payment) => {
    if (payment.isRevoked || countingTry(payment)) return { result: undefined };
    await queries.setRevoked(tx, paymentId, context.now());
    const detail = { with: 'record' };
    return { result: payment.tries.find(isOpenTry), change: { action: 'work-order.revoke-payment', detail } };
  });
  const gateway = open && gatewayOf(context, open);
  if (open && gateway) await closeAtGateway(context, gateway, open, paymentId);
}

/**
 * Revokes a payment that is not paid. An open code is closed at the gateway first: if it was paid meanwhile, or the
 * gateway does not answer, nothing is revoked. Money that arrives afterwards is refunded by the portal.
 */
export async function revokePayment(
  context: PaymentContext,
  paymentId: string,
  by: { staffId: string; name: string },
): Promise<true | PaymentRefusal> {
  const open = await findOpenTry(context, paymentId);
  const gateway = open && gatewayOf(context, open);
  if (open) {
    const isAnswered = gateway !== undefined && (await closeAtGateway(context, gateway, open, paymentId));
    if (!isAnswered) return noAnswer();
  }
  const result = await changePayment<true | Refusal<'paymentState'>>(
    context,
    paymentId,
    by,
    async (tx, payment) => {
      // An earlier attempt was stopped before the record was written.
      if (payment.isRevoked) return { result: true as const };
      const problem = problemOfRevoking(payment);
      if (problem !== undefined) return { result: refuse('paymentState', { message: problem }) };
      await queries.setRevoked(tx, paymentId, context.now());
      return { result: true as const, change: { action: 'work-order.revoke-payment', detail: {} } };
    },
  );
  return result ?? refuse('notFound');
}
