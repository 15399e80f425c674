import { sql } from 'kysely';
import type { LocalDate } from '#domain/calendar/local-date.ts';
import { TransactionType } from '#domain/enumerations/payment.ts';
import type { BillLine, ComparedRow, OwnTransaction, Reconciliation } from '#domain/payments/reconcile.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** Days of a channel with their bill, and the rows of their comparison. */

export interface DayKey {
  gateway: string;
  day: LocalDate;
}

/**
 * Finds the portal's transactions of a day: those that it has recorded for it, and those with a number of the bill.
 * Money that differs from its order is recorded with the expected amount, or as none if only the payee differs.
 */
export async function findOwnTransactions(
  tx: Db,
  gateway: string,
  { from, until }: { from: Date; until: Date },
  bill: readonly BillLine[],
): Promise<OwnTransaction[]> {
  const numbersOf = (type: TransactionType) =>
    bill.filter((line) => line.type === type).map(({ outNo }) => outNo);
  const { rows } = await sql<OwnTransaction>`
    select 'pay' as type, out_no as "outNo",
      case state when 'paid' then paid when 'differs' then nullif(amount, paid) end as amount
    from payment_tries
    where gateway = ${gateway} and ((paid_at >= ${from} and paid_at < ${until})
      or out_no = any(${numbersOf(TransactionType.pay)}::text[]))
    union all
    select 'refund', r.refund_no, case r.state when 'done' then r.amount end
    from payment_refunds r join payment_tries t on t.id = r.try_id
    where t.gateway = ${gateway} and not r.outside
      and ((r.done_at >= ${from} and r.done_at < ${until})
        or r.refund_no = any(${numbersOf(TransactionType.refund)}::text[]))
    order by 1, 2`.execute(tx);
  return rows;
}

export interface StoredDay {
  day: string;
  fetchedAt: Date;
  closedAt: Date | null;
  closedBy: string;
  ours: number;
  theirs: number;
  refunds: number;
  agreeing: number;
  open: number;
  held: number;
  settled: number;
  refundRows: number;
}

const dayColumns = sql`d.day, d.fetched_at as "fetchedAt", d.closed_at as "closedAt", d.closed_by as "closedBy",
  d.ours, d.theirs, d.refunds, c.agreeing, c.open, c.held, c.settled, c.refund_rows as "refundRows"`;
const dayCounts = sql`lateral (
  select count(*) filter (where state = 'agreed') as agreeing, count(*) filter (where state = 'open') as open,
    count(*) filter (where state = 'held') as held, count(*) filter (where state = 'settled') as settled,
    count(*) filter (where type = 'refund') as refund_rows
  from payment_day_rows r where r.gateway = d.gateway and r.day = d.day) c`;

export async function findDay(db: Db, { gateway, day }: DayKey): Promise<StoredDay | undefined> {
  const { rows } = await sql<StoredDay>`
    select ${dayColumns} from payment_days d, ${dayCounts}
    where d.gateway = ${gateway} and d.day = ${day}`.execute(db);
  return rows[0];
}

export async function pageOfDays(
  db: Db,
  gateway: string,
  { page, size, order }: { page: number; size: number; order: 'asc' | 'desc' },
): Promise<{ total: number; rows: StoredDay[] }> {
  const { rows } = await sql<StoredDay>`
    select ${dayColumns} from payment_days d, ${dayCounts}
    where d.gateway = ${gateway} order by d.day ${sql.raw(order)}
    limit ${size} offset ${(page - 1) * size}`.execute(db);
  const { total } = await db
    .selectFrom('payment_days')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('gateway', '=', gateway)
    .executeTakeFirstOrThrow();
  return { total, rows };
}

/** Locks a day; undefined if its bill was never fetched. */
export async function lockDay(
  tx: Tx,
  { gateway, day }: DayKey,
): Promise<{ closedAt: Date | null; bill: BillLine[] } | undefined> {
  const row = await tx
    .selectFrom('payment_days')
    .select(['closed_at as closedAt', 'bill'])
    .where('gateway', '=', gateway)
    .where('day', '=', day)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const lines = row.bill as (Omit<BillLine, 'at'> & { at: string })[];
  return { closedAt: row.closedAt, bill: lines.map((line) => ({ ...line, at: new Date(line.at) })) };
}

export async function storeDay(
  tx: Tx,
  { gateway, day }: DayKey,
  values: { bill: readonly BillLine[]; digest: string; result: Reconciliation; at: Date },
): Promise<void> {
  const { bill, digest, result, at } = values;
  const { ours, theirs, refunds } = result;
  const columns = { bill: JSON.stringify(bill), digest, fetched_at: at, ours, theirs, refunds };
  await tx
    .insertInto('payment_days')
    .values({ gateway, day, ...columns })
    .onConflict((conflict) => conflict.columns(['gateway', 'day']).doUpdateSet(columns))
    .execute();
}

/**
 * Stores the rows of a comparison. A row that is the same as before keeps its handling; rows that are no longer found
 * are removed.
 */
export async function storeRows(
  tx: Tx,
  { gateway, day }: DayKey,
  rows: readonly (ComparedRow & { id: string })[],
  at: Date,
): Promise<void> {
  const column = <Key extends keyof ComparedRow | 'id'>(key: Key) => rows.map((row) => row[key]);
  await sql`
    delete from payment_day_rows r where r.gateway = ${gateway} and r.day = ${day} and not exists (
      select from unnest(${column('type')}::text[], ${column('outNo')}::text[]) n (type, out_no)
      where n.type = r.type and n.out_no = r.out_no)`.execute(tx);
  await sql`
    insert into payment_day_rows as r
      (id, gateway, day, kind, type, out_no, transaction_id, ours, theirs, state, found_at)
    select n.id, ${gateway}, ${day}, n.kind, n.type, n.out_no, n.transaction_id, n.ours, n.theirs,
      case n.kind when 'agrees' then 'agreed' else 'open' end, ${at}
    from unnest(${column('id')}::uuid[], ${column('kind')}::text[], ${column('type')}::text[],
      ${column('outNo')}::text[], ${column('transactionId')}::text[], ${column('ours')}::bigint[],
      ${column('theirs')}::bigint[]) n (id, kind, type, out_no, transaction_id, ours, theirs)
    on conflict (gateway, day, type, out_no) do update set
      kind = excluded.kind, transaction_id = excluded.transaction_id, ours = excluded.ours,
      theirs = excluded.theirs, state = case when excluded.kind = r.kind and excluded.ours is not distinct from r.ours
        and excluded.theirs is not distinct from r.theirs then r.state else excluded.state end`.execute(tx);
}

export interface StoredDayRow extends ComparedRow {
  id: string;
  gateway: string;
  day: string;
  number: string;
  workorderId: string | null;
  workorderCode: string;
  state: 'agreed' | 'open' | 'held' | 'settled';
  heldUntil: string | null;
  note: string;
  handledBy: string;
  handledAt: Date | null;
}

const rowColumns = sql`r.id, r.gateway, r.day, r.kind, r.type, r.out_no as "outNo", r.transaction_id as "transactionId",
  r.ours, r.theirs, r.state, r.held_until as "heldUntil", r.note, r.handled_by as "handledBy",
  r.handled_at as "handledAt", coalesce(p.number, '') as number, p.workorder_id as "workorderId",
  coalesce(o.code, '') as "workorderCode"`;
const rowSources = sql`payment_day_rows r
  left join payment_refunds f on r.type = 'refund' and f.refund_no = r.out_no
  left join payment_tries t on t.id = f.try_id or (r.type = 'pay' and t.out_no = r.out_no)
  left join payments p on p.id = t.payment_id left join work_orders o on o.id = p.workorder_id`;

const listConditions = {
  differences: sql`r.kind <> 'agrees'`,
  agreeing: sql`r.kind = 'agrees'`,
  refunds: sql`r.type = 'refund'`,
};

export async function pageOfRows(
  db: Db,
  { gateway, day }: DayKey,
  list: keyof typeof listConditions,
  { limit, offset, order }: { limit: number; offset: number; order: 'asc' | 'desc' },
): Promise<StoredDayRow[]> {
  const { rows } = await sql<StoredDayRow>`
    select ${rowColumns} from ${rowSources}
    where r.gateway = ${gateway} and r.day = ${day} and ${listConditions[list]}
    order by r.out_no ${sql.raw(order)}, r.type limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countRows(
  db: Db,
  { gateway, day }: DayKey,
  list: keyof typeof listConditions,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from payment_day_rows r
    where r.gateway = ${gateway} and r.day = ${day} and ${listConditions[list]}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function findRow(db: Db, id: string): Promise<StoredDayRow | undefined> {
  const { rows } = await sql<StoredDayRow>`
    select ${rowColumns} from ${rowSources} where r.id = ${id}`.execute(db);
  return rows[0];
}

export async function handleRow(
  tx: Tx,
  id: string,
  values: { state: 'held' | 'settled'; heldUntil: string | null; note: string; byName: string; at: Date },
): Promise<void> {
  const { state, heldUntil, note, byName, at } = values;
  await tx
    .updateTable('payment_day_rows')
    .set({ state, held_until: heldUntil, note, handled_by: byName, handled_at: at })
    .where('id', '=', id)
    .execute();
}

export async function closeDay(
  tx: Tx,
  { gateway, day }: DayKey,
  { at, byName }: { at: Date; byName: string },
): Promise<void> {
  await tx
    .updateTable('payment_days')
    .set({ closed_at: at, closed_by: byName })
    .where('gateway', '=', gateway)
    .where('day', '=', day)
    .execute();
}

export async function insertNote(
  tx: Tx,
  { gateway, day }: DayKey,
  { id, at, byName, text }: { id: string; at: Date; byName: string; text: string },
): Promise<void> {
  await tx.insertInto('payment_day_notes').values({ id, gateway, day, at, by_name: byName, text }).execute();
}

/** Lists the last notes of a day, newest first. */
export async function listNotes(db: Db, { gateway, day }: DayKey) {
  return db
    .selectFrom('payment_day_notes')
    .select(['at', 'by_name as byName', 'text'])
    .where('gateway', '=', gateway)
    .where('day', '=', day)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
}

/** Finds the last closed day before the first fetched day that is not closed. */
export async function findClosedUntil(db: Db, gateway: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(day) as day from payment_days where gateway = ${gateway} and closed_at is not null
      and day < coalesce((select min(day) from payment_days where gateway = ${gateway} and closed_at is null),
        'infinity')`.execute(db);
  return rows[0]?.day ?? null;
}

/** Returns those of the days that have codes, or later ones, and no bill yet. */
export async function findDaysWithoutBill(
  db: Db,
  gateway: string,
  days: readonly LocalDate[],
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select n.day::text as day from unnest(${[...days]}::date[]) n (day)
    where not exists (select from payment_days d where d.gateway = ${gateway} and d.day = n.day)
      and exists (select from payment_tries t where t.gateway = ${gateway}
        and (t.opened_at at time zone 'Asia/Shanghai')::date <= n.day)
    order by 1`.execute(db);
  return rows.map(({ day }) => day);
}
