import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/transaction.ts';

export interface PostRow {
  id: string;
  code: string;
  name: string;
  orgId: string | null;
  orgName: string | null;
  sortBy: number;
  /** In office, who have it. */
  people: number;
}

/** All posts in their order. */
export async function listPosts(db: Db): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select p.id, p.code, p.name, p.org_id as "orgId", o.name as "orgName", p.sort_by as "sortBy",
      (select count(*)::int from staff_positions sp join staff s on s.id = sp.staff_id
        where sp.position_id = p.id and s.disabled_at is null) as people
    from positions p left join organisations o on o.id = p.org_id
    order by p.sort_by, p.code`.execute(db);
  return rows;
}

export interface PostToKeep {
  /** Its code as well. */
  id: string;
  name: string;
  orgId: string | null;
  sortBy: number;
}

/** Writes posts over what they were; a code is of one post for ever. */
export async function putPosts(tx: Tx, posts: readonly PostToKeep[]): Promise<void> {
  if (posts.length === 0) return;
  await tx
    .insertInto('positions')
    .values(
      posts.map(({ id, name, orgId, sortBy }) => ({ id, code: id, name, org_id: orgId, sort_by: sortBy })),
    )
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        org_id: row.ref('excluded.org_id'),
        sort_by: row.ref('excluded.sort_by'),
      })),
    )
    .execute();
}
