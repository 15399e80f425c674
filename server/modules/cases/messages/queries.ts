import { type ExpressionBuilder, type Insertable, sql } from 'kysely';
import { MessageKind } from '#domain/messages/message-kind.ts';
import { pageOfQuery } from '#server/kernel/database/read-page.ts';
import type { MessagesTable, Tables } from '#server/kernel/database/tables.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** Maximum count: the badge shows 99+ from a hundred on (S0 §4). */
const maxCounted = 1_000;

/** A person who reads in-portal messages, and whether those about work orders are shown. */
export interface MessageReader {
  staffId: string;
  seesMatters: boolean;
}

export async function countUnread(db: Db, { staffId, seesMatters }: MessageReader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from messages where staff_id = ${staffId} and read_at is null
        and (${seesMatters}::boolean or workorder_id is null) limit ${maxCounted}
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

/** Conditions of a search in a person's messages; `until` is the first instant after the searched period. */
export interface MessageFilter {
  unread?: boolean | undefined;
  kind?: MessageKind | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  /** Latest time of a message. */
  asOf?: Date | undefined;
  keyword?: string | undefined;
  workorderCode?: string | undefined;
}

const declaredKinds = Object.values(MessageKind).filter((kind) => kind !== MessageKind.system);

/** Returns the condition that a message of this reader matches the filter. */
function matchesFilter({ staffId, seesMatters }: MessageReader, filter: MessageFilter) {
  const { unread, kind, from, until, asOf, keyword, workorderCode } = filter;
  return (row: ExpressionBuilder<Tables, 'messages'>) =>
    row.and([
      row('staff_id', '=', staffId),
      ...(seesMatters ? [] : [row('workorder_id', 'is', null)]),
      ...(unread === undefined ? [] : [row('read_at', unread ? 'is' : 'is not', null)]),
      ...(from === undefined ? [] : [row('sent_at', '>=', from)]),
      ...(until === undefined ? [] : [row('sent_at', '<', until)]),
      ...(asOf === undefined ? [] : [row('sent_at', '<=', asOf)]),
      ...(workorderCode === undefined ? [] : [row('workorder_code', '=', workorderCode)]),
      // An undeclared kind is a message of the office.
      ...(kind === undefined
        ? []
        : [kind === MessageKind.system ? row('kind', 'not in', declaredKinds) : row('kind', '=', kind)]),
      ...(keyword === undefined
        ? []
        : [
            row.or([
              sql<boolean>`strpos(lower(title), lower(${keyword})) > 0`,
              sql<boolean>`strpos(lower(content), lower(${keyword})) > 0`,
              sql<boolean>`strpos(workorder_code, ${keyword}) > 0`,
            ]),
          ]),
    ]);
}

export async function listMessages(
  db: Db,
  reader: MessageReader,
  filter: MessageFilter,
  page: { page: number; size: number },
) {
  const query = db.selectFrom('messages').where(matchesFilter(reader, filter));
  const selection = query.select(columns).orderBy('sent_at', 'desc').orderBy('id', 'desc');
  return pageOfQuery(db, selection, page);
}

export type MessageRow = Awaited<ReturnType<typeof listMessages>>['rows'][number];

export async function insertMessages(tx: Tx, rows: readonly Insertable<MessagesTable>[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('messages')
    .values([...rows])
    .execute();
}

/** Marks own messages as read, the given ones or all that match; returns how many were unread. */
export async function markRead(
  tx: Tx,
  reader: MessageReader,
  { ids, ...filter }: MessageFilter & { ids: readonly string[] },
  now: Date,
): Promise<number> {
  const result = await tx
    .updateTable('messages')
    .set({ read_at: now })
    .where(matchesFilter(reader, { ...filter, unread: true }))
    .$if(ids.length > 0, (query) => query.where('id', 'in', [...ids]))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * Marks the messages about these tasks as read, and messages about no task; returns the people
 * whose messages changed.
 */
export async function markTaskMessagesRead(
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
    .where((row) =>
      row.or([
        row.and([row('task_number', 'in', [...taskIds]), row('kind', 'in', ['todo', 'returned', 'warned'])]),
        row.and([row('task_number', 'is', null), row('kind', 'in', ['todo', 'returned'])]),
      ]),
    )
    .returning('staff_id')
    .execute();
  return [...new Set(rows.map(({ staff_id }) => staff_id))];
}
