import { type RawBuilder, sql } from 'kysely';
import { findIdsByName } from '#server/kernel/database/find-by-name.ts';
import { readPage } from '#server/kernel/database/read-page.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

interface TreeFilter {
  name?: string | undefined;
  page: number;
  size: number;
}

const hasName = async (db: Db, table: RawBuilder<unknown>, name: string | undefined) =>
  name ? sql`id = any(${await findIdsByName(db, table, name)}::text[])` : sql`true`;

/** Lists groups of rules; a group without a parent has `0`. */
export async function listGroupCategories(db: Db, { name, ...page }: TreeFilter) {
  return readPage<{ id: string; name: string; parent: string; sortBy: number }>(
    db,
    {
      columns: sql`id, name, coalesce(parent_id, '0') as parent, sort_by as "sortBy"`,
      from: sql`rule_group_categories where ${await hasName(db, sql`rule_group_categories`, name)}`,
      order: sql`sort_by, id`,
    },
    page,
  );
}

/** Lists types of rules; a type without a parent has `0`. */
export async function listCategories(db: Db, { name, ...page }: TreeFilter) {
  return readPage<{ id: string; ruleTypeName: string; preNodeId: string; sortBy: number }>(
    db,
    {
      columns: sql`id, name as "ruleTypeName", coalesce(parent_id, '0') as "preNodeId", sort_by as "sortBy"`,
      from: sql`rule_categories where ${await hasName(db, sql`rule_categories`, name)}`,
      order: sql`sort_by, id`,
    },
    page,
  );
}
