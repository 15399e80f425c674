import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { listLimits } from '#domain/lists/limits.ts';
import { offsetOf } from '#domain/lists/paging.ts';
import type { Tables } from './tables.ts';
import type { Db } from './transaction.ts';

interface PageParts {
  columns: RawBuilder<unknown>;
  /** Part of the query behind `from`, conditions and all. */
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

/** The same of a built query, which names its columns and its order. */
export async function pageOfQuery<From extends keyof Tables, Row>(
  db: Db,
  query: SelectQueryBuilder<Tables, From, Row>,
  page: { page: number; size: number },
): Promise<{ rows: Row[]; total: number }> {
  const rows = await query.limit(page.size).offset(offsetOf(page)).execute();
  const found = query.clearSelect().clearOrderBy().select(sql`1`.as('one')).limit(listLimits.maxCountedRows);
  const { total } = await db
    .selectFrom(found.as('found'))
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}
