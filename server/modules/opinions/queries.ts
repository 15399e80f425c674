import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/transaction.ts';

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

export interface OpinionWrite {
  id: string;
  content: string;
  sort: number;
}

/** Puts the list in place of the one before; an id of somebody else makes a new row of one's own instead. */
export async function replaceOpinions(
  tx: Tx,
  staffId: string,
  opinions: readonly OpinionWrite[],
  now: Date,
): Promise<void> {
  // Two saves of one person at once must not mix; the second waits here, and then deletes what the first has put.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`opinions:${staffId}`}, 0))`.execute(tx);
  await tx.deleteFrom('opinions').where('staff_id', '=', staffId).execute();
  await tx
    .insertInto('opinions')
    .values(
      opinions.map(({ id, content, sort }) => ({
        id,
        staff_id: staffId,
        content,
        sort_by: sort,
        updated_at: now,
      })),
    )
    .execute();
}

export async function deleteOpinion(tx: Tx, staffId: string, id: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('opinions')
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
