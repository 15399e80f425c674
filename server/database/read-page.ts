import { type RawBuilder, sql } from 'kysely';
import { listLimits } from '#domain/lists/limits.ts';
import { offsetOf } from '#domain/lists/paging.ts';
import type { Db } from './transaction.ts';

interface PageParts {
  columns: RawBuilder<unknown>;
  /** What stands behind `from`, conditions and all. */
  from: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

/**
 * One page of a list, and how many rows the list has. They are two questions, because a count that stands in the rows is
 * gone on a page behind the last one.
 */
export async function readPage<Row>(
  db: Db,
  { columns, from, order }: PageParts,
  page: { page: number; size: number },
): Promise<{ rows: Row[]; total: number }> {
  const { rows } = await sql<Row>`
    select ${columns} from ${from} order by ${order} limit ${page.size} offset ${offsetOf(page)}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (select from ${from} limit ${listLimits.maxCountedRows}) found`.execute(
    db,
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
