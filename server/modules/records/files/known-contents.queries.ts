import { sql } from 'kysely';
import type { Db } from '#server/kernel/database/transaction.ts';

/** A file whose content is already in the order, or in an earlier file of the same list. */
export interface KnownContent {
  name: string;
  isInOrder: boolean;
}

/**
 * Lists the files whose content is already in the order or in an earlier file of the list, in the
 * order of the list.
 */
export async function listKnownContents(
  db: Db,
  workorderId: string,
  ids: readonly string[],
): Promise<KnownContent[]> {
  const { rows } = await sql<KnownContent>`
    with asked as (
      select f.id, f.name, f.sha256, a.place, row_number() over (partition by f.sha256 order by a.place) as turn
      from unnest(${[...ids]}::text[]) with ordinality a(id, place) join files f on f.id = a.id
    )
    select name, "isInOrder" from (
      select a.name, a.place, a.turn,
        exists (select from files f where f.workorder_id = ${workorderId} and f.sha256 = a.sha256) as "isInOrder"
      from asked a
    ) found
    where "isInOrder" or turn > 1 order by place`.execute(db);
  return rows;
}
