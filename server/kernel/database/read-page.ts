import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { listLimits } from '#domain/lists/limits.ts';
import { offsetOf } from '#domain/lists/paging.ts';
import type { Tables } from './tables.ts';
import type { Db } from './transaction.ts';

interface PageParts {
  columns: RawBuilder<unknown>;
  /** The part of the query after `from`, including conditions. */
  from: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

/**
 * Reads one page of a list, and the number of its rows. These are two queries, because a count inside the
 * rows is missing on a page beyond the last one.
 */
export async function readPage<Row>(
  db: Db,
  { columns, from, order }: PageParts,
  page: { page: number; size: number },
): Promise<{ rows: Row[]; total: number }> {
  const { rows } = await sql<Row>`
    select ${columns} from ${from} order by ${order} limit ${page.size} offset ${offsetOf(page)}`.execute(db);
  const countResult = await sql<{ total: number }>`
    select count(*)::int as total from (select from ${from} limit ${listLimits.maxCountedRows}) found`.execute(
    db,
  );
  return { rows, total: countResult.rows[0]?.total ?? 0 };
}

/** Reads a page of a built query with its own columns and order. */
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
