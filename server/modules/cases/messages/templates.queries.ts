import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { MessageTemplatesTable } from '#server/kernel/database/message-tables.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

const columns = [
  'id',
  'kind',
  'event',
  'channel',
  'name',
  'content',
  'sort_by as sort',
  'updated_at as updatedAt',
  'updated_by_name as updatedByName',
] as const;

export function listTemplates(db: Db) {
  return db.selectFrom('message_templates').select(columns).orderBy('sort_by').orderBy('id').execute();
}

/** Locks the templates and returns them, so that a change waits until an earlier one is written. */
export async function lockTemplates(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtextextended('message-templates', 0))`.execute(tx);
  return await listTemplates(tx);
}

export type MessageTemplateRow = Awaited<ReturnType<typeof listTemplates>>[number];

export function listPresets(db: Db) {
  return db
    .selectFrom('message_templates')
    .select(['id', 'name', 'content'])
    .where('kind', '=', 'picked')
    .orderBy('sort_by')
    .orderBy('id')
    .execute();
}

/** Lists the office's own texts by event and channel. */
export function listEventTemplates(db: Db, events: readonly string[]) {
  return db
    .selectFrom('message_templates')
    .select(['event', 'channel', 'content'])
    .where('kind', '=', 'event')
    .where('event', 'in', [...events])
    .execute();
}

export async function upsertEventTemplate(tx: Tx, row: Insertable<MessageTemplatesTable>): Promise<void> {
  const { content, updated_at, updated_by_name } = row;
  await tx
    .insertInto('message_templates')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['event', 'channel'])
        // NOTE: no parameter: a plan for all values, which is made after some uses, cannot use the index with
        // one.
        .where('kind', '=', sql.lit('event'))
        .doUpdateSet({ content, updated_at, ...(updated_by_name !== undefined && { updated_by_name }) }),
    )
    .execute();
}

export async function deleteEventTemplate(tx: Tx, event: string, channel: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('message_templates')
    .where('kind', '=', 'event')
    .where('event', '=', event)
    .where('channel', '=', channel)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Inserts a message preset, or replaces the one with the id. */
export async function upsertPreset(
  tx: Tx,
  row: Insertable<MessageTemplatesTable>,
  mode: 'new' | 'change',
): Promise<void> {
  if (mode === 'new') {
    await tx.insertInto('message_templates').values(row).execute();
    return;
  }
  const { id, ...changes } = row;
  await tx
    .updateTable('message_templates')
    .set(changes)
    .where('id', '=', id)
    .where('kind', '=', 'picked')
    .execute();
}

export async function deletePreset(tx: Tx, id: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('message_templates')
    .where('id', '=', id)
    .where('kind', '=', 'picked')
    .executeTakeFirst();
  return Number(numDeletedRows);
}
