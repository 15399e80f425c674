import { sql } from 'kysely';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

const head = ['id', 'key', 'version', 'name', 'published_at', 'published_by'] as const;

export function findProcess(db: Db, id: string) {
  return db.selectFrom('process_definitions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lists all versions, of one process if its key is given; the newest of each first. */
export function listProcesses(db: Db, key?: string) {
  return db
    .selectFrom('process_definitions')
    .select(head)
    .$if(key !== undefined, (query) => query.where('key', '=', key ?? ''))
    .orderBy('key')
    .orderBy('version', 'desc')
    .execute();
}

/** Finds the newest version with its definition; `findNewestProcessFile` reads no definition. */
export function findNewestProcess(db: Db, key: string) {
  return db
    .selectFrom('process_definitions')
    .selectAll()
    .where('key', '=', key)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function findNewestProcessFile(db: Db, key: string) {
  return db
    .selectFrom('process_definitions')
    .select(head)
    .select('xml')
    .where('key', '=', key)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the candidate keys that do not exist, including those of unknown kinds. */
export async function findMissingKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select x.key from (select key, split_part(key, ':', 1) as kind, substr(key, strpos(key, ':') + 1) as id
      from unnest(${[...keys]}::text[]) key) x
    where not case x.kind
      when 'staff' then exists (select from staff where id = x.id)
      when 'window' then exists (select from windows where id = x.id)
      when 'position' then exists (select from positions where id = x.id)
      when 'group' then exists (select from user_groups where id = x.id)
      when 'role' then exists (select from roles where code = x.id)
      when 'org' then exists (select from organisations where id = x.id and kind = 'organisation')
      when 'department' then exists (select from organisations where id = x.id and kind = 'department')
      else false end
    order by x.key`.execute(db);
  return rows.map(({ key }) => key);
}

/**
 * Finds people in service, posts, groups, roles and organisations that have one of these texts as account,
 * code or name.
 */
export async function findHandlersByName(db: Db, texts: readonly string[]) {
  const { rows } = await sql<{
    text: string;
    kind: 'staff' | 'position' | 'group' | 'role' | 'org' | 'department';
    kindName: string;
    id: string;
    name: string;
    isCode: boolean;
  }>`
    select x.text, y.kind, y.kind_name as "kindName", y.id, y.name, y.name <> x.text as "isCode"
    from unnest(${[...texts]}::text[]) x(text)
    join (
      select 'staff' as kind, '人员' as kind_name, id, account as code, name from staff where disabled_at is null
      union all select 'position', '岗位', id, code, name from positions
      union all select 'group', '用户组', id, code, name from user_groups
      union all select 'role', '角色', code, code, name from roles
      union all select case kind when 'organisation' then 'org' else 'department' end,
        case kind when 'organisation' then '机构' else '部门' end, id, code, name from organisations where enabled
    ) y on y.name = x.text or y.code = x.text`.execute(db);
  return rows;
}

/** Lists the names of all possible handlers of a process, by candidate key. */
export async function listNamesOfKeys(db: Db): Promise<{ key: string; name: string }[]> {
  const { rows } = await sql<{ key: string; name: string }>`
    select 'staff:' || id as key, name from staff
    union all select 'window:' || id, name from windows
    union all select 'position:' || id, name from positions
    union all select 'group:' || id, name from user_groups
    union all select 'role:' || code, name from roles
    union all select case kind when 'organisation' then 'org:' else 'department:' end || id, name
      from organisations where kind in ('organisation', 'department')`.execute(db);
  return rows;
}

/** Lists the newest version of each process, with its file. */
export async function listNewestProcesses(db: Db) {
  return await db
    .selectFrom('process_definitions')
    .distinctOn('key')
    .select(['key', 'name', 'xml', 'definition'])
    .orderBy('key')
    .orderBy('version', 'desc')
    .execute();
}

/** Lists the newest definition of each process. */
export async function listNewestDefinitions(db: Db) {
  return await db
    .selectFrom('process_definitions')
    .distinctOn('key')
    .select(['key', 'definition'])
    .orderBy('key')
    .orderBy('version', 'desc')
    .execute();
}

/** Locks a key, so that it is published by one transaction at a time. */
export async function lockKey(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`process:${key}`}, 0))`.execute(tx);
}

/** Inserts the next version; of two concurrent publications one fails at the unique key of (key, version). */
export async function insertProcess(
  tx: Tx,
  process: {
    version: number;
    definition: ProcessDefinition;
    xml: string;
    publishedAt: Date;
    publishedBy: string;
  },
) {
  const { definition, version } = process;
  return tx
    .insertInto('process_definitions')
    .values({
      id: `${definition.key}:${version}`,
      key: definition.key,
      version,
      name: definition.name,
      xml: process.xml,
      definition: JSON.stringify(definition),
      published_at: process.publishedAt,
      published_by: process.publishedBy,
    })
    .returning(head)
    .executeTakeFirstOrThrow();
}

/**
 * Counts the orders that have not ended on each version, and lists the published items that start orders on
 * it.
 */
export async function usesOfProcesses(db: Db) {
  const running = await db
    .selectFrom('work_orders')
    .select(({ fn }) => ['process_definition_id as id', fn.countAll<string>().as('count')])
    .where('ended_at', 'is', null)
    .groupBy('process_definition_id')
    .execute();
  const items = await db
    .selectFrom('business_items')
    .select(['process_definition_id as id', 'task_code as taskCode', 'name'])
    .where('current', '=', true)
    .orderBy('sort_by')
    .execute();
  return {
    running: new Map(running.map(({ id, count }) => [id, Number(count)])),
    items: Map.groupBy(items, ({ id }) => id),
  };
}
