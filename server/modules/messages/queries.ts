import { type Insertable, sql } from 'kysely';
import { pageOfQuery } from '#server/database/read-page.ts';
import type { MessagesTable } from '#server/database/tables.ts';
import type { Db, Tx } from '#server/database/transaction.ts';

/** Counted no further than this: the badge says 99+ from a hundred on (S0 §4). */
const countedAtMost = 1_000;

/** Whose box it is, and whether messages about matters are shown of it. */
export interface Reader {
  staffId: string;
  seesMatters: boolean;
}

export async function countUnread(db: Db, { staffId, seesMatters }: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from messages where staff_id = ${staffId} and read_at is null
        and (${seesMatters}::boolean or workorder_id is null) limit ${countedAtMost}
    ) unread`.execute(db);
  return rows[0]?.count ?? 0;
}

const columns = [
  'id',
  'kind',
  'title',
  'content',
  'workorder_id as workorderId',
  'workorder_code as workorderCode',
  'task_number as taskNumber',
  'sent_at as sentAt',
  'read_at as readAt',
] as const;

export async function listMessages(
  db: Db,
  filter: Reader & { unread?: boolean; page: number; size: number },
) {
  let query = db.selectFrom('messages').where('staff_id', '=', filter.staffId);
  if (!filter.seesMatters) query = query.where('workorder_id', 'is', null);
  if (filter.unread !== undefined) query = query.where('read_at', filter.unread ? 'is' : 'is not', null);
  const listed = query.select(columns).orderBy('sent_at', 'desc').orderBy('id', 'desc');
  return pageOfQuery(db, listed, filter);
}

export type MessageRow = Awaited<ReturnType<typeof listMessages>>['rows'][number];

export async function insertMessages(tx: Tx, rows: readonly Insertable<MessagesTable>[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('messages')
    .values([...rows])
    .execute();
}

/** Marks own messages as read, all of them when none is named; answers how many were unread. */
export async function markRead(
  tx: Tx,
  { staffId, seesMatters }: Reader,
  ids: readonly string[],
  now: Date,
): Promise<number> {
  const marked = await tx
    .updateTable('messages')
    .set({ read_at: now })
    .where('staff_id', '=', staffId)
    .where('read_at', 'is', null)
    .$if(!seesMatters, (query) => query.where('workorder_id', 'is', null))
    .$if(ids.length > 0, (query) => query.where('id', 'in', [...ids]))
    .executeTakeFirst();
  return Number(marked.numUpdatedRows);
}

/** Marks the calls to these tasks as read, and calls that name no task; answers whose boxes changed. */
export async function markCallsRead(
  tx: Tx,
  workorderId: string,
  taskIds: readonly number[],
  now: Date,
): Promise<string[]> {
  const rows = await tx
    .updateTable('messages')
    .set({ read_at: now })
    .where('workorder_id', '=', workorderId)
    .where('read_at', 'is', null)
    .where('sent_at', '<=', now)
    .where((row) => row.or([row('task_number', 'in', [...taskIds]), row('task_number', 'is', null)]))
    .where('kind', 'in', ['todo', 'returned'])
    .returning('staff_id')
    .execute();
  return [...new Set(rows.map(({ staff_id }) => staff_id))];
}
