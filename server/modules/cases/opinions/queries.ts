import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

const columns = ['id', 'content', 'sort_by as sort'] as const;

export function listOpinions(db: Db, staffId: string) {
  return db
    .selectFrom('opinions')
    .select(columns)
    .where('staff_id', '=', staffId)
    .orderBy('sort_by')
    .orderBy('id')
    .execute();
}

interface OpinionTexts {
  texts: readonly { id?: string | null | undefined; content: string; sort: number }[];
  newId(): string;
  now: Date;
}

/**
 * Replaces the earlier list. An opinion keeps its id; one without an id, or with an id of another person or a
 * repeated one, gets a new id.
 */
export async function replaceOpinions(
  tx: Tx,
  staffId: string,
  { texts, newId, now }: OpinionTexts,
): Promise<void> {
  // Two concurrent saves of one person must not mix; the second waits here, and then deletes what the first
  // has written.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`opinions:${staffId}`}, 0))`.execute(tx);
  const before = await tx.deleteFrom('opinions').where('staff_id', '=', staffId).returning('id').execute();
  const freeIds = new Set(before.map(({ id }) => id));
  const rows = texts.map(({ id, content, sort }) => ({
    id: id && freeIds.delete(id) ? id : newId(),
    staff_id: staffId,
    content,
    sort_by: sort,
    updated_at: now,
  }));
  await tx.insertInto('opinions').values(rows).execute();
}

export async function deleteOpinion(tx: Tx, staffId: string, id: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('opinions')
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
