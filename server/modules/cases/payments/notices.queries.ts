import { sql } from 'kysely';
import type { PaymentNotice, RawNotice } from '#server/adapters/gateways/payments/gateway.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** The inbox of notices of the gateway. */

interface ArrivedNotice {
  id: string;
  gateway: string;
  raw: RawNotice;
  address: string;
  at: Date;
}

/**
 * Stores a notice once: one with the same id, or about the same event under another id, adds no row, but takes up one
 * that was given up. Returns whether there is a notice to apply.
 */
export async function insertNotice(db: Db, arrived: ArrivedNotice, notice: PaymentNotice): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payment_notices')
    .values({
      ...columnsOf(arrived),
      notice_id: notice.noticeId,
      subject: notice.subject,
      out_no: notice.outNo,
      transaction_id: notice.transactionId,
      reported: notice.state,
      state: 'waiting',
      due_at: arrived.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (Number(numInsertedOrUpdatedRows ?? 0) === 1) return true;
  const { numUpdatedRows } = await db
    .updateTable('payment_notices')
    .set({ state: 'waiting', attempts: 0, due_at: arrived.at })
    .where('gateway', '=', arrived.gateway)
    .where('subject', '=', notice.subject)
    .where('out_no', '=', notice.outNo)
    .where('state', '=', 'unmatched')
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** Stores a notice that was refused, for the people who look into it. */
export async function insertRefusedNotice(db: Db, arrived: ArrivedNotice, fault: string): Promise<void> {
  await db
    .insertInto('payment_notices')
    .values({
      ...columnsOf(arrived),
      notice_id: '',
      subject: '',
      out_no: '',
      transaction_id: '',
      reported: '',
      state: 'refused',
      fault,
    })
    .execute();
}

function columnsOf({ id, gateway, raw, address, at }: ArrivedNotice) {
  return { id, gateway, body: raw.body, headers: JSON.stringify(raw.headers), address, received_at: at };
}

export interface DueNotice {
  id: string;
  gateway: string;
  subject: 'pay' | 'refund';
  outNo: string;
  /** State of the money by the notice. */
  reported: string;
  receivedAt: Date;
  attempts: number;
}

/** Claims the first due notice; its next time is set before it is applied. */
export async function claimDueNotice(
  tx: Tx,
  now: Date,
  nextAt: (due: DueNotice) => Date,
): Promise<DueNotice | undefined> {
  const { rows } = await sql<DueNotice>`
    select id, gateway, subject, out_no as "outNo", reported, received_at as "receivedAt", attempts from payment_notices
    where state = 'waiting' and due_at <= ${now} order by due_at, id limit 1 for update skip locked`.execute(
    tx,
  );
  const due = rows[0];
  if (!due) return undefined;
  await tx
    .updateTable('payment_notices')
    .set({ attempts: due.attempts + 1, due_at: nextAt(due) })
    .where('id', '=', due.id)
    .execute();
  return due;
}

export async function setNoticeState(
  db: Db,
  id: string,
  state: 'applied' | 'unmatched' | 'waiting',
  fault: string,
): Promise<void> {
  await db
    .updateTable('payment_notices')
    .set({ state, fault, ...(state !== 'waiting' && { due_at: null }) })
    .where('id', '=', id)
    .execute();
}

export async function deleteOldNotices(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('payment_notices').where('received_at', '<', before).execute();
}

/** Counts the notices that were refused since a time. */
export async function countRefusedNotices(db: Db, since: Date): Promise<number> {
  const { refused } = await db
    .selectFrom('payment_notices')
    .select((row) => row.fn.countAll<number>().as('refused'))
    .where('state', '=', 'refused')
    .where('received_at', '>', since)
    .executeTakeFirstOrThrow();
  return refused;
}
