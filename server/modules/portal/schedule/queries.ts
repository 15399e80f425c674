import type { Insertable, Updateable } from 'kysely';
import { fragment } from '#server/kernel/database/fragment.ts';
import type { ScheduleEntriesTable, ScheduleFeedsTable } from '#server/kernel/database/schedule-tables.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { type KeyHolder, keyRowsOf, lentPart } from '#server/modules/cases/work-orders/service.ts';

export interface ScheduleEntryRow {
  id: string;
  name: string;
  address: string;
  starts_at: Date;
  ends_at: Date;
  remark: string;
  remind_minutes: number | null;
  remind_at: Date | null;
}

const columns = [
  'id',
  'name',
  'address',
  'starts_at',
  'ends_at',
  'remark',
  'remind_minutes',
  'remind_at',
] as const;

/** Lists entries that overlap the span, by their start. An entry lasts no longer than `maxDays`. */
export function listEntries(
  db: Db,
  staffId: string,
  span: { from: Date; until: Date; maxDays: number; limit: number },
): Promise<ScheduleEntryRow[]> {
  const earliest = new Date(span.from.getTime() - span.maxDays * 86_400_000);
  return db
    .selectFrom('schedule_entries')
    .select(columns)
    .where('staff_id', '=', staffId)
    .where('deleted_at', 'is', null)
    .where('starts_at', '>=', earliest)
    .where('starts_at', '<', span.until)
    .where('ends_at', '>', span.from)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(span.limit)
    .execute();
}

/** Lists entries whose reminder is due and was not dismissed, and that are not over. */
export function listDueReminders(
  db: Db,
  staffId: string,
  now: Date,
  limit: number,
): Promise<ScheduleEntryRow[]> {
  return db
    .selectFrom('schedule_entries')
    .select(columns)
    .where('staff_id', '=', staffId)
    .where('deleted_at', 'is', null)
    .where('dismissed_at', 'is', null)
    .where('remind_at', '<=', now)
    .where('ends_at', '>', now)
    .orderBy('remind_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function countEntries(db: Db, staffId: string): Promise<number> {
  const { count } = await db
    .selectFrom('schedule_entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('staff_id', '=', staffId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertEntry(tx: Tx, row: Insertable<ScheduleEntriesTable>): Promise<ScheduleEntryRow> {
  return await tx.insertInto('schedule_entries').values(row).returning(columns).executeTakeFirstOrThrow();
}

/** Changes an entry; returns undefined if the person has no such entry. */
export async function updateEntry(
  tx: Tx,
  staffId: string,
  id: string,
  change: Updateable<ScheduleEntriesTable>,
): Promise<ScheduleEntryRow | undefined> {
  return await tx
    .updateTable('schedule_entries')
    .set(change)
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirst();
}

export async function findEntry(tx: Tx, staffId: string, id: string): Promise<ScheduleEntryRow | undefined> {
  return await tx
    .selectFrom('schedule_entries')
    .select(columns)
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Locks the entries of this person that have one of the ids, and returns their number: existing entries, or with
 * `deletedSince` entries that were deleted since then.
 */
export async function lockEntries(
  tx: Tx,
  staffId: string,
  ids: readonly string[],
  deletedSince?: Date,
): Promise<number> {
  const rows = await tx
    .selectFrom('schedule_entries')
    .select('id')
    .where('staff_id', '=', staffId)
    .where('id', 'in', ids)
    .where(({ eb }) =>
      deletedSince === undefined ? eb('deleted_at', 'is', null) : eb('deleted_at', '>=', deletedSince),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.length;
}

/** Marks entries as deleted, or with null as restored; returns their number. */
export async function setEntriesDeleted(
  tx: Tx,
  staffId: string,
  ids: readonly string[],
  deletedAt: Date | null,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('schedule_entries')
    .set({ deleted_at: deletedAt })
    .where('staff_id', '=', staffId)
    .where('id', 'in', ids)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Permanently deletes entries that can no longer be restored. */
export async function purgeDeletedEntries(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('schedule_entries').where('deleted_at', '<', before).execute();
}

export async function dismissEntries(
  tx: Tx,
  staffId: string,
  ids: readonly string[],
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('schedule_entries')
    .set({ dismissed_at: now })
    .where('staff_id', '=', staffId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', ids)
    .where('dismissed_at', 'is', null)
    .where('remind_at', '<=', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Marks due entries as notified and returns their owners. */
export async function markRemindersSent(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx
    .updateTable('schedule_entries')
    .set({ told_at: now })
    .where('told_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('remind_at', '<=', now)
    .returning('staff_id')
    .execute();
  return [...new Set(rows.map(({ staff_id }) => staff_id))];
}

export interface DeadlineRow {
  workorder_id: string;
  number: number;
  code: string;
  title: string;
  node_name: string;
  /** True if the task is an answer that a handler requested, for example in a countersign. */
  isRequested: boolean;
  task_due_at: Date | null;
  order_due_at: Date | null;
}

/**
 * Lists tasks that wait for this person if the task or its order is due in the span; a task with several keys
 * counts once.
 */
export async function listDeadlines(
  db: Db,
  holder: KeyHolder,
  span: { from: Date; until: Date; limit: number },
): Promise<DeadlineRow[]> {
  const { from, until, limit } = span;
  const { rows } = await fragment<DeadlineRow>`
    select distinct i.workorder_id, i.number, o.code, o.title, i.node_name, cardinality(t.asked_by) > 0 as "isRequested",
      i.due_at as task_due_at, o.due_at as order_due_at
    from ${keyRowsOf(holder)}
    join inbox i on i.key = mine.key
    join work_orders o on o.id = i.workorder_id
    join traces t on t.workorder_id = i.workorder_id and t.number = i.number
    where ((i.due_at >= ${from} and i.due_at < ${until}) or (o.due_at >= ${from} and o.due_at < ${until}))${lentPart(holder, 'mine')}
    order by i.due_at, o.due_at, i.workorder_id, i.number limit ${limit}`.execute(db);
  return rows;
}

export function findFeed(db: Db, staffId: string) {
  return db
    .selectFrom('schedule_feeds')
    .select(['made_at', 'read_at', 'shows_titles'])
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
}

export async function upsertFeed(tx: Tx, row: Insertable<ScheduleFeedsTable>): Promise<void> {
  const { secret_hash, shows_titles, made_at } = row;
  await tx
    .insertInto('schedule_feeds')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('staff_id').doUpdateSet({ secret_hash, shows_titles, made_at, read_at: null }),
    )
    .execute();
}

export async function deleteFeed(tx: Tx, staffId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('schedule_feeds')
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Finds the owner of a link; undefined if it was revoked or never created, or its owner has left. */
export function findFeedOwner(db: Db, secretHash: string) {
  return db
    .selectFrom('schedule_feeds as f')
    .innerJoin('staff as s', 's.id', 'f.staff_id')
    .select(['f.staff_id', 's.account', 'f.shows_titles'])
    .where('f.secret_hash', '=', secretHash)
    .where('s.disabled_at', 'is', null)
    .executeTakeFirst();
}

export async function markFeedRead(db: Db, secretHash: string, now: Date): Promise<void> {
  await db
    .updateTable('schedule_feeds')
    .set({ read_at: now })
    .where('secret_hash', '=', secretHash)
    .execute();
}
