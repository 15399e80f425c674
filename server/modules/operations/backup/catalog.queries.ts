import pg from 'pg';

/**
 * Name of a table in PostgreSQL's own catalogue. Tables, sequences and their dependents are found there, so that
 * migrations need not consider the backup.
 */

export interface TableName {
  schema: string;
  name: string;
}

export interface DatabaseTable extends TableName {
  columns: string[];
}

const schemas = ['public', 'graphile_worker'];

/** Tables that are not copied: those that every migration fills, and those about running processes and the database. */
const excludedTables = [
  'public.schema_migrations',
  'graphile_worker.migrations',
  'public.worker_heartbeats',
  'public.database_pulse',
];

const quotedName = ({ schema, name }: TableName) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

/** Lists every table whose rows are in a backup; unlogged tables, which any crash empties, are left out. */
export async function listTables(client: pg.ClientBase): Promise<DatabaseTable[]> {
  const { rows } = await client.query<DatabaseTable>(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r' and c.relpersistence = 'p'
       and n.nspname || '.' || c.relname <> all($2)
     order by 1, 2`,
    [schemas, excludedTables],
  );
  return rows;
}

/**
 * Lists tables of kinds that cannot be copied row by row. There are none; a migration that adds one makes the
 * backup fail.
 */
export async function listUnsupportedTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and (c.relkind in ('p', 'f', 'm') or c.relhassubclass)`,
    [schemas],
  );
  return rows.map(({ name }) => name);
}

export async function listSequences(
  client: pg.ClientBase,
): Promise<{ schema: string; name: string; last: string }[]> {
  const { rows } = await client.query<{ schema: string; name: string; last: string }>(
    `select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
     where schemaname = any($1) and last_value is not null order by 1, 2`,
    [schemas],
  );
  return rows;
}

export async function setSequence(
  client: pg.ClientBase,
  { schema, name, last }: { schema: string; name: string; last: string },
): Promise<void> {
  await client.query('select setval($1::regclass, $2::bigint, true)', [quotedName({ schema, name }), last]);
}

export async function listMigrations(client: pg.ClientBase): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  );
  return rows;
}

export async function findJobSchema(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'select coalesce(max(id), 0)::int as id from graphile_worker.migrations',
  );
  return rows[0]?.id ?? 0;
}

/** Lists all tables of a database outside of PostgreSQL's own schemas. */
export async function listAllTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
       and n.nspname not like 'pg\\_%' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** An object that is dropped while rows are loaded, and recreated afterwards with its original definition. */
export interface DependentObject {
  /** Statement that drops the object. */
  dropStatement: string;
  /** Statement that creates it again. */
  createStatement: string;
}

/**
 * Lists foreign keys and the indexes that no constraint needs: both are created faster, and checked, over all
 * rows at once.
 */
export async function listDependentObjects(client: pg.ClientBase): Promise<DependentObject[]> {
  const { rows } = await client.query<DependentObject & { rank: number }>(
    `select 1 as rank, format('drop index %s', i.indexrelid::regclass) as "dropStatement", pg_get_indexdef(i.indexrelid) as "createStatement"
     from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r' and c.relpersistence = 'p'
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
     union all
     select 2, format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname),
       format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
     from pg_constraint k join pg_namespace n on n.oid = k.connamespace
     where n.nspname = any($1) and k.contype = 'f'
     order by 1, 3`,
    [schemas],
  );
  return rows.map(({ dropStatement, createStatement }) => ({ dropStatement, createStatement }));
}

/** Empties the tables for loading; the objects of `listDependentObjects` must be dropped before. */
export async function emptyTables(client: pg.ClientBase, tables: readonly TableName[]): Promise<void> {
  for (const table of tables) await client.query(`alter table ${quotedName(table)} disable trigger user`);
  await client.query(`truncate ${tables.map(quotedName).join(', ')}`);
}

export async function enableTriggers(client: pg.ClientBase, tables: readonly TableName[]): Promise<void> {
  for (const table of tables) await client.query(`alter table ${quotedName(table)} enable trigger user`);
}

export const copyOutText = ({ columns, ...table }: DatabaseTable) =>
  `copy ${quotedName(table)} (${columns.map((name) => pg.escapeIdentifier(name)).join(', ')}) to stdout`;

/**
 * Returns the statement that loads a table. `freeze` is possible because no other reader has used the tables
 * in this transaction, and every later reader may see all of the rows.
 */
export const copyInText = ({ columns, ...table }: DatabaseTable) =>
  `copy ${quotedName(table)} (${columns.map((name) => pg.escapeIdentifier(name)).join(', ')}) from stdin with (freeze)`;

/** Checks that the tables were created and never used: no portal was started on them. */
export async function isUnused(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select from staff) or exists (select from seed_steps) or exists (select from audit_links) as used',
  );
  return rows[0]?.used === false;
}

export async function countRows(client: pg.ClientBase, table: TableName): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${quotedName(table)}`);
  return Number(rows[0]?.count);
}

/** Frees the jobs that were running at the time of the backup, because their workers no longer exist. */
export async function freeJobs(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update graphile_worker._private_jobs set locked_by = null, locked_at = null, attempts = greatest(attempts - 1, 0)
     where locked_at is not null`,
  );
  await client.query(
    'update graphile_worker._private_job_queues set locked_by = null, locked_at = null where locked_at is not null',
  );
}
