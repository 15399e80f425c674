import { Permission } from '#domain/access/actor.ts';
import { type RefundReason, RefundType, refundReasonLabel } from '#domain/enumerations/payment.ts';
import { MessageEvent } from '#domain/messages/message-event.ts';
import { checkRefund, decideRefundReport, type RefundReport } from '#domain/payments/ledger.ts';
import { nextAttemptAt, refundQueryTable } from '#domain/payments/limits.ts';
import { formatYuan } from '#domain/payments/money.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { GatewayAnswer } from '#server/adapters/gateways/payments/gateway.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { listPeopleWith, sendMessages } from '#server/modules/cases/messages/service.ts';
import type { StoredPayment, StoredTry } from './ledger.queries.ts';
import * as queries from './ledger.queries.ts';
import { changePayment, type PaymentActor, type PaymentContext } from './ledger.ts';

/** Refunds: each belongs to one try, and is stored before the gateway is asked for it. */

interface NewRefundRow {
  paidTry: Pick<StoredTry, 'id' | 'outNo' | 'paid'>;
  amount: number;
  type: RefundType;
  reason: RefundReason;
  note: string;
  isOutside: boolean;
  by: PaymentActor;
}

/** Stores a refund that was checked, with a number of its own, and returns its id. */
export async function addRefund(
  tx: Tx,
  context: PaymentContext,
  { refunds }: Pick<StoredPayment, 'refunds'>,
  { paidTry, ...values }: NewRefundRow,
): Promise<string> {
  const id = context.newId();
  const at = context.now();
  const place = refunds.filter(({ tryId }) => tryId === paidTry.id).length + 1;
  await queries.insertRefund(tx, {
    ...values,
    id,
    tryId: paidTry.id,
    refundNo: `${paidTry.outNo}R${String(place).padStart(2, '0')}`,
    at,
    queryAt: nextAttemptAt(refundQueryTable, 0, at),
  });
  return id;
}

export interface RefundInput {
  tryId: string;
  /** Fen. */
  amount: number;
  believedLeft: number;
  reason: RefundReason;
  note: string;
  isOutside: boolean;
}

/**
 * Requests a refund of a person. A repeated request does not fit the refundable amount any more, which it names, and
 * is refused.
 */
export async function requestRefund(
  context: PaymentContext,
  paymentId: string,
  by: { staffId: string; name: string },
  input: RefundInput,
): Promise<string | Refusal<'notFound' | 'badInput'>> {
  const result = await changePayment<string | Refusal<'badInput'>>(
    context,
    paymentId,
    by,
    async (tx, payment) => {
      const problems = checkRefund(payment, input, context.now());
      const paidTry = payment.tries.find(({ id }) => id === input.tryId);
      if (problems.length > 0 || !paidTry) return { result: refuse('badInput', { problems }) };
      const { amount, reason, note, isOutside } = input;
      const type = RefundType.manual;
      const refund = { paidTry, amount, type, reason, note, isOutside, by };
      const id = await addRefund(tx, context, payment, refund);
      const detail = { outNo: paidTry.outNo, amount, reason, note, isOutside };
      return { result: id, change: { action: 'work-order.request-refund', detail } };
    },
  );
  if (result === undefined) return refuse('notFound');
  if (isRefusal(result)) return result;
  if (!input.isOutside) await sendRefund(context, paymentId, result);
  return result;
}

/** Sends a refund to the gateway; a repetition has the same number, and the gateway makes it once. */
export async function sendRefund(
  context: PaymentContext,
  paymentId: string,
  refundId: string,
): Promise<boolean> {
  return askForRefund(
    context,
    { paymentId, refundId, isSending: true },
    (gateway, { refundNo, amount, reason }, { outNo, paid }) =>
      gateway.refund({ outNo, refundNo, amount, total: paid, reason: refundReasonLabel[reason] }),
  );
}

/** Asks for the state of a refund; one that the gateway does not know is sent again. */
export async function syncRefund(
  context: PaymentContext,
  paymentId: string,
  refundId: string,
): Promise<boolean> {
  let isMissing = false;
  const named = { paymentId, refundId, isSending: false };
  const isAnswered = await askForRefund(context, named, async (gateway, { refundNo }) => {
    const answer = await gateway.queryRefund(refundNo);
    isMissing = answer.kind === 'answered' && answer.value.state === 'missing';
    return answer;
  });
  return isMissing ? sendRefund(context, paymentId, refundId) : isAnswered;
}

async function askForRefund(
  context: PaymentContext,
  { paymentId, refundId, isSending }: { paymentId: string; refundId: string; isSending: boolean },
  ask: (
    gateway: NonNullable<PaymentContext['payments']>,
    refund: queries.StoredRefund,
    paidTry: StoredTry,
  ) => Promise<GatewayAnswer<RefundReport>>,
): Promise<boolean> {
  const payment = await queries.findPayment(context.db, paymentId);
  const refund = payment?.refunds.find(({ id }) => id === refundId);
  const paidTry = payment?.tries.find(({ id }) => id === refund?.tryId);
  const { payments: gateway, log } = context;
  if (!refund || !paidTry || gateway?.name !== paidTry.gateway) return false;
  const answer = await ask(gateway, refund, paidTry);
  const { refundNo } = refund;
  // A refused query says nothing about the refund.
  if (answer.kind === 'unknown' || (answer.kind === 'refused' && !isSending)) {
    log.warn({ refundNo, fault: answer.fault }, 'The payment gateway did not answer about a refund');
    return false;
  }
  if (answer.kind === 'refused')
    log.error({ refundNo, fault: answer.fault }, 'The payment gateway refused a refund');
  await changePayment(context, paymentId, undefined, async (tx, current) => {
    const now = current.refunds.find(({ id }) => id === refundId);
    if (!now) return { result: null };
    // A refund that the gateway has accepted before is not ended by a refused call.
    const state =
      answer.kind === 'answered'
        ? decideRefundReport(now, answer.value)
        : now.state === 'requested'
          ? ('refused' as const)
          : null;
    if (state === null) return { result: null };
    const report = answer.kind === 'answered' ? answer.value : { refundId: '', doneAt: null, amount: 0 };
    const fault =
      answer.kind === 'refused' ? answer.fault : state === 'abnormal' ? '银行退款异常，等待渠道处理' : '';
    const doneAt = state === 'done' ? (report.doneAt ?? context.now()) : null;
    await queries.changeRefund(tx, refundId, { state, refundId: report.refundId, doneAt, fault });
    if (state === 'closed' || state === 'refused') await tellOfRefund(tx, context, current, now.amount);
    const detail = { refundNo, amount: now.amount, state };
    return { result: null, change: { action: 'work-order.refund-changed', detail } };
  });
  return true;
}

/** Tells the people who reconcile payments that a refund ended without the money going back: people repeat it (P13). */
async function tellOfRefund(
  tx: Tx,
  context: PaymentContext,
  { number, workorderId }: queries.StoredPayment,
  amount: number,
): Promise<void> {
  const code = await queries.findOrderCode(tx, workorderId);
  const yuan = formatYuan(amount);
  const people = await listPeopleWith(tx, Permission.reconcilePayments);
  await sendMessages(
    tx,
    context,
    people.map((staffId) => ({
      staffId,
      kind: MessageEvent.system,
      title: `退款未成功：缴款书 ${number}，${yuan} 元`,
      content: `缴款书 ${number} 的退款 ${yuan} 元被渠道关闭或者拒绝，款项未退回。请由领导在办件中重新退款，或者在渠道外退还后登记。`,
      workorder: { id: workorderId, code },
    })),
  );
}
