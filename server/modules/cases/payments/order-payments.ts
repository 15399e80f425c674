import { toDataURL } from 'qrcode';
import type { OutputOf, RefusalOf } from '#contract/endpoint.ts';
import type { orderPayments, PaymentCommand, PaymentView } from '#contract/payment-records.ts';
import type { sideRecords } from '#contract/side-records.ts';
import type { Actor } from '#domain/access/actor.ts';
import { type PaymentNoticeStatus, paymentNoticeHint } from '#domain/enumerations/payment.ts';
import {
  isOpenTry,
  noticeStatusOf,
  paymentStatusOf,
  problemOfGateway,
  refundableOf,
} from '#domain/payments/ledger.ts';
import { parseYuan } from '#domain/payments/money.ts';
import { RecordKind } from '#domain/records/side-record.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import { maskAnyName } from '#domain/sensitive/masks.ts';
import { refuseRecordCommand } from '#domain/workflow/actions/change-record.ts';
import { personOf } from '#domain/workflow/decision/builder.ts';
import type { OrderState, ProcessDefinition, Task } from '#domain/workflow/model/model.ts';
import { isPaymentSimulator } from '#server/adapters/gateways/payments/simulator.ts';
import type { Context } from '#server/framework/context.ts';
import type { AnswerText } from '#server/kernel/http/envelope.ts';
import { repeatAnswer } from '#server/kernel/http/idempotency.ts';
import { reserveHits } from '#server/kernel/http/rate-limit.ts';
import {
  type Caller,
  findStoredAnswer,
  type OrderForAction,
} from '#server/modules/cases/handling/service.ts';
import { changeRecord, findRecordSettings } from '#server/modules/cases/side-records/service.ts';
import {
  asReader,
  maskApplicantName,
  type ReadableOrder,
} from '#server/modules/cases/work-orders/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { ensurePayment, newPaymentNumber } from './create.ts';
import { announcePayment } from './follow.ts';
import type { StoredPayment } from './ledger.queries.ts';
import { findPayment } from './ledger.queries.ts';
import { receiveNotice } from './notices.ts';
import { findApplicantName, insertMissingPayments } from './records.queries.ts';
import { requestRefund, syncRefund } from './refunds.ts';
import { openCode, refreshPayment, revokePayment, syncTry } from './tries.ts';

/** Payments of an order as people see and change them (S1 §4). */

type Calls = typeof orderPayments;
/** Questions to the gateway of one person; the dialog asks every five seconds. */
const maxQuestionsPerMinute = 30;

interface CallOnPayment {
  context: Context;
  actor: Actor;
}

async function presentPayment(context: Context, payment: StoredPayment): Promise<PaymentView> {
  const { payments: gateway } = context;
  const now = context.now();
  const open = payment.tries.find((one) => isOpenTry(one) && one.qrText !== '' && one.expiresAt > now);
  const status = noticeStatusOf(payment);
  return {
    recordId: payment.recordId,
    number: payment.number,
    payer: maskAnyName(payment.payer) || (await findMaskedApplicant(context, payment.workorderId)),
    lines: payment.lines,
    total: payment.total,
    status,
    nonTaxStatus: paymentStatusOf(payment),
    hint: paymentNoticeHint[status as PaymentNoticeStatus],
    code: open
      ? {
          picture: await toDataURL(open.qrText, { margin: 0, width: 336 }),
          expiresAt: open.expiresAt.toISOString(),
        }
      : null,
    tries: payment.tries.map((one) => ({
      id: one.id,
      outNo: one.outNo,
      state: one.state,
      counts: one.counts,
      amount: one.amount,
      paid: one.paid,
      left: refundableOf(payment, one),
      paidAt: one.paidAt?.toISOString() ?? null,
      openedAt: one.openedAt.toISOString(),
      fault: one.fault,
      refundProblem: (one.paid > 0 && problemOfGateway(payment, one, now)) || '',
    })),
    refunds: payment.refunds.map(({ requestedAt, doneAt, queries: _, ...refund }) => ({
      ...refund,
      requestedAt: requestedAt.toISOString(),
      doneAt: doneAt?.toISOString() ?? null,
    })),
    isSimulated: gateway?.isSimulated === true,
  };
}

/** Returns the fees that the item of the order may charge. */
export async function readFees({ db }: Context, { order }: ReadableOrder) {
  const { payment } = await findRecordSettings(db, order.id);
  return { items: payment.items };
}

async function findMaskedApplicant({ db }: Context, workorderId: string): Promise<string> {
  const applicant = await findApplicantName(db, workorderId);
  return applicant ? maskApplicantName(applicant.name, applicant.applicantType) : '';
}

async function findOnOrder({ context }: CallOnPayment, { order }: ReadableOrder, recordId: number) {
  const record = order.state.records?.[recordId - 1];
  if (record?.kind !== RecordKind.payment) return undefined;
  return ensurePayment(context, order.id, recordId);
}

/** Returns the payment after the side record has its state. */
async function presentAnnounced(context: Context, paymentId: string): Promise<PaymentView> {
  await announcePayment(context, paymentId);
  const payment = await findPayment(context.db, paymentId);
  if (!payment) throw new Error(`Payment ${paymentId} is missing`);
  return presentPayment(context, payment);
}

export async function readPayment(call: CallOnPayment, order: ReadableOrder, recordId: number) {
  const paymentId = await findOnOrder(call, order, recordId);
  const payment = paymentId === undefined ? undefined : await findPayment(call.context.db, paymentId);
  return payment ? presentPayment(call.context, payment) : refuse('notFound');
}

/** Checks that this person may give a command on the payment now. */
async function refuseCommand(
  context: Context,
  actor: Actor,
  order: { id: string; state: OrderState; definition: ProcessDefinition },
  command: string,
  recordId: number | null,
) {
  const [settings, holidays] = await Promise.all([
    findRecordSettings(context.db, order.id),
    currentHolidays(context.db),
  ]);
  const scope = {
    definition: order.definition,
    actor,
    now: context.now(),
    records: { settings, holidays },
  };
  return refuseRecordCommand(
    { state: order.state, by: personOf(actor), context: scope },
    { kind: RecordKind.payment, command, recordId, atTaskId: null },
  );
}

async function refuseTooMany({ context, actor }: CallOnPayment) {
  const limit = {
    bucket: `payment-question:${actor.staffId}`,
    limit: maxQuestionsPerMinute,
    windowSeconds: 60,
  };
  return (await reserveHits(context.db, [limit], context.now())) ? undefined : refuse('tooManyRequests');
}

export async function openPaymentCode(
  call: CallOnPayment,
  readable: ReadableOrder,
  recordId: number,
): Promise<OutputOf<Calls['openCode']> | RefusalOf<Calls['openCode']>> {
  const { context, actor } = call;
  const paymentId = await findOnOrder(call, readable, recordId);
  if (paymentId === undefined) return refuse('notFound');
  const { state, id } = readable.order;
  const reader = asReader(actor, readable);
  const order = { id, state, definition: readable.definition };
  const refusal = await refuseCommand(context, reader, order, 'pay', recordId);
  if (refusal) return refuse('paymentState', { message: refusal.message ?? '您不能为该办件收费' });
  const limited = await refuseTooMany(call);
  if (limited) return limited;
  const code = await openCode(context, paymentId, actor);
  return isRefusal(code) ? code : presentAnnounced(context, paymentId);
}

/** Asks the gateway for the open code and for refunds that are not over. */
export async function refreshOrderPayment(
  call: CallOnPayment,
  order: ReadableOrder,
  recordId: number,
): Promise<OutputOf<Calls['refresh']> | RefusalOf<Calls['refresh']>> {
  const { context } = call;
  const paymentId = await findOnOrder(call, order, recordId);
  if (paymentId === undefined) return refuse('notFound');
  const limited = await refuseTooMany(call);
  if (limited) return limited;
  const payment = await refreshPayment(context, paymentId);
  for (const { id, state } of payment?.refunds ?? [])
    if (state === 'requested' || state === 'pending' || state === 'abnormal')
      await syncRefund(context, paymentId, id);
  return presentAnnounced(context, paymentId);
}

/** Pays in the simulator, and delivers its notice twice, as gateways do. */
export async function simulatePayment(
  call: CallOnPayment,
  order: ReadableOrder,
  recordId: number,
): Promise<OutputOf<Calls['simulate']> | RefusalOf<Calls['simulate']>> {
  const { context } = call;
  const { payments: gateway } = context;
  const paymentId = await findOnOrder(call, order, recordId);
  if (paymentId === undefined || !isPaymentSimulator(gateway)) return refuse('notFound');
  const open = (await findPayment(context.db, paymentId))?.tries.find(isOpenTry);
  const notice = open && (await gateway.pay(open.outNo));
  if (!open || !notice) return refuse('paymentState', { message: '没有可以付款的二维码' });
  await receiveNotice(context, gateway.name, notice, '');
  await receiveNotice(context, gateway.name, notice, '');
  await syncTry(context, open.id, paymentId);
  return presentAnnounced(context, paymentId);
}

/**
 * Gives a command of a person to the payment's record. A revocation closes the code at the gateway first, a refund is
 * first stored in the ledger, which decides on the amount.
 */
export async function changePaymentRecord(
  caller: Caller,
  order: OrderForAction,
  task: Task | undefined,
  body: PaymentCommand,
): Promise<AnswerText | RefusalOf<typeof sideRecords.payment>> {
  const { context, actor } = caller;
  const { recordId } = body;
  const change = (input: object) =>
    changeRecord(caller, order, task, RecordKind.payment, { ...body, ...input } as never);
  if (body.command === 'order') {
    const number = await newPaymentNumber(context, order.areaCode ?? actor.areaCode);
    const answer = await change({ number });
    if (!isRefusal(answer)) await insertMissingPayments(context.db);
    return answer;
  }
  const answered = await findStoredAnswer(context.db, actor.staffId, ...order.idempotencyKeys);
  const earlier = answered && repeatAnswer(answered, caller.requestHash);
  if (earlier) return earlier;
  const refusal = await refuseCommand(context, actor, order, body.command, recordId);
  const paymentId = recordId === null ? undefined : await ensurePayment(context, order.id, recordId);
  if (refusal || paymentId === undefined) return change({});
  if (body.command === 'revoke') {
    const revoked = await revokePayment(context, paymentId, actor);
    if (isRefusal(revoked))
      return refuse('recordState', { message: revoked.message ?? '缴费渠道暂未答复，请稍后再试' });
    return finish(context, paymentId, await change({}));
  }
  const amount = parseYuan(body.amount);
  if ('problem' in amount)
    return refuse('badInput', { problems: [{ field: 'amount', message: amount.problem }] });
  const paidTry = (await findPayment(context.db, paymentId))?.tries.find(({ id }) => id === body.tryId);
  const { tryId, believedLeft, reason, note, isOutside } = body;
  const input = { tryId, amount: amount.fen, believedLeft, reason, note, isOutside };
  const refund = await requestRefund(context, paymentId, actor, input);
  if (isRefusal(refund)) return refund.refused === 'notFound' ? refuse('recordState') : refund;
  return finish(context, paymentId, await change({ amount: amount.fen, counts: paidTry?.counts === true }));
}

async function finish<Result>(context: Context, paymentId: string, result: Result): Promise<Result> {
  await announcePayment(context, paymentId);
  return result;
}
