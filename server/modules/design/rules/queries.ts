import { type RawBuilder, sql } from 'kysely';
import type { FormModel } from '#domain/forms/model.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { findIdsByName } from '#server/kernel/database/find-by-name.ts';
import { readPage } from '#server/kernel/database/read-page.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

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

/** Finds the newest version of a rule by its code, or the version with this id. */
export function findRule(db: Db, id: string) {
  return db
    .selectFrom('rule_definitions')
    .selectAll()
    .where(id.includes(':') ? 'id' : 'code', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Lists the newest version of every rule. */
export function listNewestRules(db: Db) {
  return db
    .selectFrom('rule_definitions')
    .selectAll()
    .distinctOn('code')
    .orderBy('code')
    .orderBy('version', 'desc')
    .execute();
}

/** Lists the versions of a rule, the newest first. */
export function listRuleVersions(db: Db, code: string) {
  return db
    .selectFrom('rule_definitions')
    .select(['id', 'code', 'version', 'name', 'published_at', 'published_by'])
    .where('code', '=', code)
    .orderBy('version', 'desc')
    .execute();
}

/** Locks all rules: a rule may use others, and two publications must not close a circle together. */
export async function lockRules(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rules', 0))`.execute(tx);
}

export function insertRule(
  tx: Tx,
  rule: {
    code: string;
    version: number;
    name: string;
    model: unknown;
    publishedAt: Date;
    publishedBy: string;
  },
) {
  return tx
    .insertInto('rule_definitions')
    .values({
      id: `${rule.code}:${rule.version}`,
      code: rule.code,
      version: rule.version,
      name: rule.name,
      model: JSON.stringify(rule.model),
      published_at: rule.publishedAt,
      published_by: rule.publishedBy,
    })
    .returning(['id', 'code', 'version'])
    .executeTakeFirstOrThrow();
}

/** Returns the ids of both trees. */
export async function readTreeIds(db: Db): Promise<{ groups: Set<string>; categories: Set<string> }> {
  const groups = await db.selectFrom('rule_group_categories').select('id').execute();
  const categories = await db.selectFrom('rule_categories').select('id').execute();
  return { groups: new Set(groups.map(({ id }) => id)), categories: new Set(categories.map(({ id }) => id)) };
}

/** Lists all groups, each after the group above it. */
export async function listAllGroups(db: Db) {
  const { rows } = await sql<{ id: string; name: string; parent: string | null; sortBy: number }>`
    with recursive tree as (
      select id, name, parent_id, sort_by, 0 as depth from rule_group_categories where parent_id is null
      union all select g.id, g.name, g.parent_id, g.sort_by, t.depth + 1
        from rule_group_categories g join tree t on g.parent_id = t.id)
    select id, name, parent_id as parent, sort_by as "sortBy" from tree order by depth, sort_by, id`.execute(
    db,
  );
  return rows;
}

export function findGroup(db: Db, id: string) {
  return db.selectFrom('rule_group_categories').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the number of groups, and the last place below a parent. */
export async function readGroupPlaces(
  tx: Tx,
  parent: string | null,
): Promise<{ count: number; last: number }> {
  const { rows } = await sql<{ count: number; last: number }>`
    select count(*)::int as count,
      coalesce(max(sort_by) filter (where parent_id is not distinct from ${parent}), 0) as last
    from rule_group_categories`.execute(tx);
  return rows[0] ?? { count: 0, last: 0 };
}

export async function insertGroup(
  tx: Tx,
  group: { id: string; name: string; parent: string | null; sortBy: number },
): Promise<void> {
  const { id, name, parent, sortBy } = group;
  await tx
    .insertInto('rule_group_categories')
    .values({ id, name, parent_id: parent, sort_by: sortBy })
    .execute();
}

export async function renameGroup(tx: Tx, id: string, name: string): Promise<void> {
  await tx.updateTable('rule_group_categories').set({ name }).where('id', '=', id).execute();
}

/** Lists the newest version of the forms and processes that may use rules. */
export async function listRuleUsers(db: Db) {
  const { rows: forms } = await sql<{ model: FormModel }>`
    select model from (select distinct on (code) model from form_definitions order by code, version desc) f
    where jsonb_path_exists(model, '$.schema.fields[*].rules[*] ? (@.rule == "process")')`.execute(db);
  const { rows: processes } = await sql<{ key: string; name: string; definition: ProcessDefinition }>`
    select key, name, definition from (select distinct on (key) key, name, definition from process_definitions
      order by key, version desc) p
    where definition::text like '%rule%'`.execute(db);
  return { forms: forms.map(({ model }) => model), processes };
}
