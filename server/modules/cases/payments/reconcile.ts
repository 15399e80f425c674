import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { PaymentDay, PaymentDayRow, paymentReconciliation } from '#contract/payment-reconciliation.ts';
import { type Actor, Permission } from '#domain/access/actor.ts';
import { addDays, endOfDay, type LocalDate, localDateOf, startOfDay } from '#domain/calendar/local-date.ts';
import { TransactionType, transactionTypeLabel } from '#domain/enumerations/payment.ts';
import { MessageEvent } from '#domain/messages/message-event.ts';
import { reconcile } from '#domain/payments/reconcile.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { PaymentGateway } from '#server/adapters/gateways/payments/gateway.ts';
import type { Context } from '#server/framework/context.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { reserveHits } from '#server/kernel/http/rate-limit.ts';
import { type ActingCall, actIfStillAllowed, appendAudit } from '#server/modules/access/audit/service.ts';
import { listPeopleWith, sendMessages } from '#server/modules/cases/messages/service.ts';
import { findByNumber } from './ledger.queries.ts';
import { countRefusedNotices } from './notices.queries.ts';
import * as queries from './reconcile.queries.ts';
import { syncRefund } from './refunds.ts';
import { syncTry } from './tries.ts';

/** Daily reconciliation (docs/decisions/0235). */

type Calls = typeof paymentReconciliation;
const requiredRight = { permission: Permission.reconcilePayments };
/** Requests to the channel of one person, each of which may last a minute. */
const maxRequestsPerHour = 60;
/** Days of the past whose bill is fetched without a request. */
const maxMissingDays = 7;
const refusedNoticeDays = 7;

const noChannel = () => refuse('paymentChannel', { message: '尚未接通缴费渠道，请联系管理员' });
const isClosed = refuse('paymentState', { message: '该日已关账' });

const channelNames: Record<PaymentGateway['name'], string> = { simulator: '演示渠道', http: '缴费渠道' };

function presentDay(gateway: PaymentGateway, day: string, stored: queries.StoredDay | undefined): PaymentDay {
  const { fetchedAt, closedAt, ...figures } = stored ?? emptyDay;
  return {
    ...figures,
    day,
    channel: channelNames[gateway.name],
    isSimulated: gateway.isSimulated,
    fetchedAt: fetchedAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
  };
}

const emptyDay = {
  fetchedAt: null,
  closedAt: null,
  closedBy: '',
  ours: 0,
  theirs: 0,
  refunds: 0,
  agreeing: 0,
  open: 0,
  held: 0,
  settled: 0,
  refundRows: 0,
};

/** Presents a row of a day. */
export function presentDayRow({
  handledAt,
  gateway: _,
  day: __,
  ...row
}: queries.StoredDayRow): PaymentDayRow {
  return { ...row, handledAt: handledAt?.toISOString() ?? null };
}

export async function readDay(context: Context, day: LocalDate) {
  const { db, payments: gateway } = context;
  if (!gateway) return noChannel();
  const key = { gateway: gateway.name, day };
  const since = new Date(context.now().getTime() - refusedNoticeDays * 86_400_000);
  const notes = await queries.listNotes(db, key);
  return {
    day: presentDay(gateway, day, await queries.findDay(db, key)),
    notes: notes.map(({ at, ...note }) => ({ ...note, at: at.toISOString() })),
    closedUntil: await queries.findClosedUntil(db, gateway.name),
    refusedNotices: await countRefusedNotices(db, since),
    canFetch: problemOfBillDay(context, gateway, day) === undefined,
  };
}

export async function listDays(
  { db, payments: gateway }: Context,
  { page, size, order }: z.output<Calls['days']['query']>,
) {
  if (!gateway) return noChannel();
  const { total, rows } = await queries.pageOfDays(db, gateway.name, { page, size, order: order ?? 'desc' });
  return { total, rows: rows.map((row) => presentDay(gateway, row.day, row)) };
}

export async function listDayRows(
  { db, payments: gateway }: Context,
  { day, list, page, size, order }: z.output<Calls['rows']['query']>,
) {
  if (!gateway) return noChannel();
  const key = { gateway: gateway.name, day };
  const paging = { limit: size, offset: (page - 1) * size, order: order ?? ('asc' as const) };
  const rows = await queries.pageOfRows(db, key, list, paging);
  return { total: await queries.countRows(db, key, list), rows: rows.map(presentDayRow) };
}

/** A day's bill exists when the day is over; that of the simulator at any time. */
function problemOfBillDay({ now }: Pick<Context, 'now'>, gateway: PaymentGateway, day: LocalDate) {
  const today = localDateOf(now());
  if (day < today || (gateway.isSimulated && day === today)) return undefined;
  return '当天的账单次日才能取得';
}

type PersonOfCall = { staffId: string; name: string } | undefined;

/** Compares a day with its bill and stores the result; the day is locked, so that two comparisons follow each other. */
async function compareDay(
  tx: Tx,
  context: Context,
  key: queries.DayKey,
  bill: Parameters<typeof reconcile>[1],
): Promise<number> {
  const span = { from: startOfDay(key.day), until: endOfDay(key.day) };
  const result = reconcile(await queries.findOwnTransactions(tx, key.gateway, span, bill), bill);
  const at = context.now();
  const digest = createHash('sha256').update(JSON.stringify(bill)).digest('hex');
  await queries.storeDay(tx, key, { bill, digest, result, at });
  const rows = result.rows.map((row) => ({ ...row, id: context.newId() }));
  await queries.storeRows(tx, key, rows, at);
  return rows.filter(({ kind }) => kind !== 'agrees').length;
}

async function note(
  tx: Tx,
  context: Context,
  key: queries.DayKey,
  by: PersonOfCall,
  text: string,
): Promise<void> {
  await queries.insertNote(tx, key, {
    id: context.newId(),
    at: context.now(),
    byName: by?.name ?? '系统',
    text,
  });
}

const auditRecordOf = (
  action: string,
  { gateway, day }: queries.DayKey,
  detail: Record<string, unknown>,
) => ({
  chain: 'payment',
  action: `payment.${action}`,
  objectKind: 'payment',
  objectId: `${gateway}:${day}`,
  detail: { name: day, ...detail },
});

async function readBill(context: Context, gateway: PaymentGateway, day: LocalDate) {
  const problem = problemOfBillDay(context, gateway, day);
  if (problem !== undefined) return refuse('paymentChannel', { message: problem });
  const answer = await gateway.readBill(day);
  if (answer.kind === 'answered') return answer.value;
  context.log.warn({ day, fault: answer.fault }, 'The bill of the payment gateway could not be fetched');
  return refuse('paymentChannel', {
    message: answer.kind === 'refused' ? '渠道尚未生成该日账单，请稍后再取' : '未能取得渠道账单，请稍后再取',
  });
}

async function refuseTooMany({ context, actor }: { context: Context; actor: Actor }) {
  const bucket = `payment-bill:${actor.staffId}`;
  const limit = { bucket, limit: maxRequestsPerHour, windowSeconds: 3600 };
  return (await reserveHits(context.db, [limit], context.now())) ? undefined : refuse('tooManyRequests');
}

/** Fetches the bill of a day and compares it; a closed day is not compared again. */
export async function fetchDay(call: ActingCall<Calls['fetch']> & { actor: Actor }, day: LocalDate) {
  const { context } = call;
  const { payments: gateway } = context;
  if (!gateway) return noChannel();
  const refusal = await refuseTooMany(call);
  if (refusal) return refusal;
  const bill = await readBill(context, gateway, day);
  if (isRefusal(bill)) return bill;
  const key = { gateway: gateway.name, day };
  return actIfStillAllowed(call, requiredRight, async (tx) => {
    const earlier = await queries.lockDay(tx, key);
    if (earlier?.closedAt) return refuse('paymentChannel', { message: '该日已关账' });
    const differences = await compareDay(tx, context, key, bill);
    await note(tx, context, key, call.actor, `取渠道账单并对账，${differences}笔差异`);
    return { answer: { differences }, auditRecord: auditRecordOf('fetch-bill', key, { differences }) };
  });
}

/** Fetches the bills of the last days that have none yet. */
export async function fetchBills(context: JobContext): Promise<void> {
  const { payments: gateway, db } = context;
  if (!gateway) return;
  const today = localDateOf(context.now());
  const days = Array.from({ length: maxMissingDays }, (_, index) => addDays(today, -index - 1));
  for (const day of await queries.findDaysWithoutBill(db, gateway.name, days)) {
    if (context.stopSignal?.aborted) return;
    const bill = await readBill(context, gateway, day);
    if (isRefusal(bill)) continue;
    const key = { gateway: gateway.name, day };
    await inTransaction(db, async (tx) => {
      if (await queries.lockDay(tx, key)) return;
      const differences = await compareDay(tx, context, key, bill);
      await note(tx, context, key, undefined, `自动取得账单并对账，${differences}笔差异`);
      if (differences > 0) await tellOfDifferences(tx, context, day, differences);
      const record = auditRecordOf('fetch-bill', key, { differences });
      await appendAudit(tx, context, { ...record, actor: undefined, requestId: '' });
    });
  }
}

/** Tells the people who reconcile payments that the bill of a day differs. */
async function tellOfDifferences(
  tx: Tx,
  context: Context,
  day: LocalDate,
  differences: number,
): Promise<void> {
  const people = await listPeopleWith(tx, Permission.reconcilePayments);
  const title = `收费对账：${day} 有 ${differences} 笔差异`;
  const content = `${day} 的渠道账单与系统有 ${differences} 笔不一致，请在“收费对账”中核实、挂起或者了结。`;
  await sendMessages(
    tx,
    context,
    people.map((staffId) => ({ staffId, kind: MessageEvent.system, title, content })),
  );
}

/** Changes a difference of a day that is not closed; the day is locked first. */
async function handleRow<E extends Calls['hold'] | Calls['settle']>(
  call: ActingCall<E> & { actor: Actor },
  id: string,
  values: { state: 'held' | 'settled'; heldUntil: string | null; note: string },
) {
  const { context, actor } = call;
  return actIfStillAllowed(call as unknown as ActingCall<Calls['settle']>, requiredRight, async (tx) => {
    const row = await queries.findRow(tx, id);
    if (!row || row.kind === 'agrees') return refuse('notFound');
    const day = await queries.lockDay(tx, row);
    if (day?.closedAt) return isClosed;
    const current = await queries.findRow(tx, id);
    if (current?.state === 'settled') return refuse('paymentState', { message: '该差异已了结' });
    await queries.handleRow(tx, id, { ...values, byName: actor.name, at: context.now() });
    const name = `${transactionTypeLabel[row.type]} ${row.outNo}`;
    const text =
      values.state === 'held'
        ? `挂起 ${name} 至 ${values.heldUntil}：${values.note}`
        : `了结 ${name}：${values.note}`;
    await note(tx, context, row, actor, text);
    const changed = await queries.findRow(tx, id);
    if (!changed) throw new Error(`Difference ${id} is missing`);
    const action = values.state === 'held' ? 'hold-difference' : 'settle-difference';
    const detail = { outNo: row.outNo, note: values.note };
    return { answer: presentDayRow(changed), auditRecord: auditRecordOf(action, row, detail) };
  });
}

export async function holdRow(
  call: ActingCall<Calls['hold']> & { actor: Actor },
  id: string,
  { until, note: text }: z.output<Calls['hold']['body']>,
) {
  const today = localDateOf(call.context.now());
  if (until <= today || until > addDays(today, 366))
    return refuse('badInput', { problems: [{ field: 'until', message: '请选择今天之后一年以内的日期' }] });
  return handleRow(call, id, { state: 'held', heldUntil: until, note: text });
}

export async function settleRow(
  call: ActingCall<Calls['settle']> & { actor: Actor },
  id: string,
  { note: text }: z.output<Calls['settle']['body']>,
) {
  return handleRow(call, id, { state: 'settled', heldUntil: null, note: text });
}

/** Asks the channel for one transaction, applies its state, and compares the day with the stored bill again. */
export async function recheckRow(call: ActingCall<Calls['recheck']> & { actor: Actor }, id: string) {
  const { context } = call;
  const { db } = context;
  const row = await queries.findRow(db, id);
  if (!row) return refuse('notFound');
  const refusal = await refuseTooMany(call);
  if (refusal) return refusal;
  const subject = row.type === TransactionType.refund ? 'refund' : 'pay';
  const found = await findByNumber(db, subject, row.outNo);
  if (!found) return refuse('paymentState', { message: '系统没有这个交易号，请向渠道查明后了结' });
  const isAnswered =
    subject === 'pay'
      ? await syncTry(context, found.id, found.paymentId)
      : await syncRefund(context, found.paymentId, found.id);
  if (!isAnswered) return refuse('paymentChannel');
  return actIfStillAllowed(call, requiredRight, async (tx) => {
    const day = await queries.lockDay(tx, row);
    if (!day || day.closedAt) return isClosed as Refusal<'paymentState'>;
    await compareDay(tx, context, row, day.bill);
    const changed = await queries.findRow(tx, id);
    if (!changed) return refuse('notFound');
    await note(tx, context, row, call.actor, `向渠道核实 ${row.outNo}`);
    const record = auditRecordOf('recheck-difference', row, { outNo: row.outNo });
    return { answer: presentDayRow(changed), auditRecord: record };
  });
}

/** Closes a day: never while a difference is open or held. */
export async function closeDay(call: ActingCall<Calls['close']> & { actor: Actor }, day: LocalDate) {
  const { context, actor } = call;
  const { payments: gateway } = context;
  const key = { gateway: gateway?.name ?? '', day };
  return actIfStillAllowed(call, requiredRight, async (tx) => {
    const locked = await queries.lockDay(tx, key);
    if (!locked) return refuse('paymentState', { message: '请先取渠道账单' });
    if (locked.closedAt) return isClosed;
    if (day >= localDateOf(context.now())) return refuse('paymentState', { message: '当天还不能关账' });
    const stored = await queries.findDay(tx, key);
    const open = (stored?.open ?? 0) + (stored?.held ?? 0);
    if (open > 0) return refuse('paymentState', { message: `还有${open}笔差异未处理，不能关账` });
    await queries.closeDay(tx, key, { at: context.now(), byName: actor.name });
    await note(tx, context, key, actor, '关账');
    return { answer: { day }, auditRecord: auditRecordOf('close-day', key, {}) };
  });
}
