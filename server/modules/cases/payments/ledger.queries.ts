import { sql } from 'kysely';
import type { RefundReason, RefundType } from '#domain/enumerations/payment.ts';
import type { FeeLine } from '#domain/payments/fee-items.ts';
import {
  noticeStatusOf,
  type Payment,
  type PaymentRefund,
  type PaymentTry,
  type RefundState,
  type TryChange,
} from '#domain/payments/ledger.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** A try as stored. */
export interface StoredTry extends PaymentTry {
  place: number;
  gateway: string;
  outNo: string;
  qrText: string;
  expiresAt: Date;
  transactionId: string;
  fault: string;
  openedAt: Date;
  queries: number;
}

export interface StoredRefund extends PaymentRefund {
  refundNo: string;
  note: string;
  isOutside: boolean;
  fault: string;
  requestedAt: Date;
  requestedByName: string;
  doneAt: Date | null;
  queries: number;
}

/** An order of payment with all its tries and refunds, oldest first. */
export interface StoredPayment extends Payment {
  id: string;
  number: string;
  workorderId: string;
  /** Number of the side record in its order. */
  recordId: number;
  payer: string;
  lines: FeeLine[];
  state: string;
  /** The state that the side record has. */
  announced: string;
  createdAt: Date;
  createdByName: string;
  revokedAt: Date | null;
  tries: StoredTry[];
  refunds: StoredRefund[];
}

/** Reads a payment; with a transaction it is locked until the end, so that commands on one payment follow each other. */
export async function findPayment(db: Db | Tx, id: string): Promise<StoredPayment | undefined> {
  let query = db
    .selectFrom('payments')
    .select([
      'id',
      'number',
      'workorder_id as workorderId',
      'record_number as recordId',
      'payer',
      'lines',
      'total',
      'state',
      'announced',
      'created_at as createdAt',
      'created_by_name as createdByName',
      'revoked_at as revokedAt',
    ])
    .where('id', '=', id);
  if (db.isTransaction) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  if (!row) return undefined;
  const tries = await db
    .selectFrom('payment_tries')
    .select([
      'id',
      'state',
      'amount',
      'paid',
      'paid_at as paidAt',
      'counts',
      'place',
      'gateway',
      'out_no as outNo',
      'qr_text as qrText',
      'expires_at as expiresAt',
      'transaction_id as transactionId',
      'fault',
      'opened_at as openedAt',
      'queries',
    ])
    .where('payment_id', '=', id)
    .orderBy('place')
    .execute();
  const refunds = await db
    .selectFrom('payment_refunds as r')
    .innerJoin('payment_tries as t', 't.id', 'r.try_id')
    .select([
      'r.id',
      'r.try_id as tryId',
      'r.amount',
      'r.state',
      'r.type',
      'r.reason',
      'r.refund_no as refundNo',
      'r.note',
      'r.outside as isOutside',
      'r.fault',
      'r.requested_at as requestedAt',
      'r.requested_by_name as requestedByName',
      'r.done_at as doneAt',
      'r.queries',
    ])
    .where('t.payment_id', '=', id)
    .orderBy('r.requested_at')
    .orderBy('r.id')
    .execute();
  return {
    ...row,
    lines: row.lines as FeeLine[],
    isRevoked: row.revokedAt !== null,
    tries,
    refunds: refunds.map((refund) => ({
      ...refund,
      type: refund.type as RefundType,
      reason: refund.reason as RefundReason,
    })),
  };
}

/** Finds the payment of a code or a refund by our number of it. */
export async function findByNumber(
  db: Db,
  subject: 'pay' | 'refund',
  number: string,
): Promise<{ id: string; paymentId: string } | undefined> {
  if (subject === 'pay')
    return db
      .selectFrom('payment_tries')
      .select(['id', 'payment_id as paymentId'])
      .where('out_no', '=', number)
      .executeTakeFirst();
  return db
    .selectFrom('payment_refunds as r')
    .innerJoin('payment_tries as t', 't.id', 'r.try_id')
    .select(['r.id', 't.payment_id as paymentId'])
    .where('r.refund_no', '=', number)
    .executeTakeFirst();
}

export async function setRevoked(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('payments').set({ revoked_at: at }).where('id', '=', id).execute();
}

/** Stores the state that follows from the tries and refunds. */
export async function storeState(tx: Tx, payment: StoredPayment, at: Date): Promise<void> {
  const state = noticeStatusOf(payment);
  if (state === payment.state) return;
  await tx.updateTable('payments').set({ state, changed_at: at }).where('id', '=', payment.id).execute();
}

export async function insertTry(
  tx: Tx,
  values: {
    id: string;
    paymentId: string;
    place: number;
    gateway: string;
    outNo: string;
    amount: number;
    expiresAt: Date;
    by: string;
    at: Date;
    queryAt: Date;
  },
): Promise<void> {
  await tx
    .insertInto('payment_tries')
    .values({
      id: values.id,
      payment_id: values.paymentId,
      place: values.place,
      gateway: values.gateway,
      out_no: values.outNo,
      amount: values.amount,
      state: 'opening',
      expires_at: values.expiresAt,
      opened_at: values.at,
      opened_by: values.by,
      query_at: values.queryAt,
    })
    .execute();
}

/** Records the gateway's answer to the opening, unless the try has changed since. */
export async function setOpened(
  tx: Tx,
  id: string,
  opened: { qrText: string; expiresAt: Date } | { fault: string },
): Promise<void> {
  const values =
    'fault' in opened
      ? { state: 'failed' as const, fault: opened.fault, query_at: null }
      : { state: 'open' as const, qr_text: opened.qrText, expires_at: opened.expiresAt };
  await tx
    .updateTable('payment_tries')
    .set(values)
    .where('id', '=', id)
    .where('state', '=', 'opening')
    .execute();
}

/** Stores a change by the gateway's report; nothing is asked any more after it. */
export async function changeTry(
  tx: Tx,
  id: string,
  { state, paid, counts, difference = '' }: TryChange,
  { transactionId, paidAt }: { transactionId: string; paidAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('payment_tries')
    .set({
      state,
      paid,
      counts,
      fault: difference,
      transaction_id: transactionId,
      paid_at: paidAt,
      query_at: null,
    })
    .where('id', '=', id)
    .execute();
}

export async function insertRefund(
  tx: Tx,
  values: {
    id: string;
    tryId: string;
    refundNo: string;
    amount: number;
    type: RefundType;
    reason: RefundReason;
    note: string;
    isOutside: boolean;
    by: { staffId: string; name: string } | undefined;
    at: Date;
    queryAt: Date;
  },
): Promise<void> {
  const { isOutside, by, at } = values;
  await tx
    .insertInto('payment_refunds')
    .values({
      id: values.id,
      try_id: values.tryId,
      refund_no: values.refundNo,
      amount: values.amount,
      state: isOutside ? 'done' : 'requested',
      type: values.type,
      reason: values.reason,
      note: values.note,
      outside: isOutside,
      requested_at: at,
      requested_by: by?.staffId ?? null,
      requested_by_name: by?.name ?? '',
      done_at: isOutside ? at : null,
      query_at: isOutside ? null : values.queryAt,
    })
    .execute();
}

export async function changeRefund(
  tx: Tx,
  id: string,
  {
    state,
    refundId,
    doneAt,
    fault,
  }: { state: RefundState; refundId: string; doneAt: Date | null; fault: string },
): Promise<void> {
  await tx
    .updateTable('payment_refunds')
    .set({
      state,
      refund_id: refundId,
      done_at: doneAt,
      fault,
      ...(['done', 'closed', 'refused'].includes(state) && { query_at: null }),
    })
    .where('id', '=', id)
    .execute();
}

/** A try or a refund that the gateway is to be asked for. */
export interface DueQuery {
  id: string;
  since: Date;
  expiresAt: Date | null;
  queries: number;
}

/**
 * Claims the first due query of a kind: its next time is set before the gateway is asked, so that two workers do not
 * ask together, and a killed one is followed by the next.
 */
export async function claimDueQuery(
  tx: Tx,
  kind: 'try' | 'refund',
  now: Date,
  nextAt: (due: DueQuery) => Date,
): Promise<DueQuery | undefined> {
  const table = kind === 'try' ? 'payment_tries' : 'payment_refunds';
  const since = kind === 'try' ? 'opened_at' : 'requested_at';
  const expiry = kind === 'try' ? 'expires_at' : 'null::timestamptz';
  const { rows } = await sql<DueQuery>`
    select id, ${sql.raw(since)} as since, ${sql.raw(expiry)} as "expiresAt", queries from ${sql.raw(table)}
    where query_at <= ${now} order by query_at, id limit 1 for update skip locked`.execute(tx);
  const due = rows[0];
  if (!due) return undefined;
  await sql`update ${sql.raw(table)} set queries = queries + 1, query_at = ${nextAt(due)}
    where id = ${due.id}`.execute(tx);
  return due;
}

/** Finds the payment of a try or a refund. */
export async function findPaymentOf(db: Db, kind: 'try' | 'refund', id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_tries as t')
    .select('t.payment_id as paymentId')
    .where('t.id', '=', (eb) =>
      kind === 'try'
        ? eb.val(id)
        : eb.selectFrom('payment_refunds as r').select('r.try_id').where('r.id', '=', id),
    )
    .executeTakeFirst();
  return row?.paymentId;
}

/** Returns the code (流水号) of the order of a payment. */
export async function findOrderCode(db: Db, workorderId: string): Promise<string> {
  const { code } = await db
    .selectFrom('work_orders')
    .select('code')
    .where('id', '=', workorderId)
    .executeTakeFirstOrThrow();
  return code;
}
