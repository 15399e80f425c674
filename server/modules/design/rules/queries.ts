import { sql } from 'kysely';
import { readPage } from '#server/kernel/database/read-page.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

interface TreeFilter {
  name?: string | undefined;
  page: number;
  size: number;
}

const hasName = (name: string | undefined) => (name ? sql`strpos(name, ${name}) > 0` : sql`true`);

/** Lists groups of rules; a group without a parent has `0`. */
export function listGroupCategories(db: Db, { name, ...page }: TreeFilter) {
  return readPage<{ id: string; name: string; parent: string; sortBy: number }>(
    db,
    {
      columns: sql`id, name, coalesce(parent_id, '0') as parent, sort_by as "sortBy"`,
      from: sql`rule_group_categories where ${hasName(name)}`,
      order: sql`sort_by, id`,
    },
    page,
  );
}

/** Lists types of rules; a type without a parent has `0`. */
export function listCategories(db: Db, { name, ...page }: TreeFilter) {
  return readPage<{ id: string; ruleTypeName: string; preNodeId: string; sortBy: number }>(
    db,
    {
      columns: sql`id, name as "ruleTypeName", coalesce(parent_id, '0') as "preNodeId", sort_by as "sortBy"`,
      from: sql`rule_categories where ${hasName(name)}`,
      order: sql`sort_by, id`,
    },
    page,
  );
}
