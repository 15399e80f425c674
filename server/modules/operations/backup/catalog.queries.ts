import pg from 'pg';

/**
 * Tables, sequences and their dependents from PostgreSQL's own catalogue: a migration need not consider the
 * backup.
 */

export interface TableName {
  schema: string;
  name: string;
}

export interface FoundTable extends TableName {
  columns: string[];
}

const schemas = ['public', 'graphile_worker'];

/** Tables that every database gets by being migrated, and tables that say which processes and databases live. */
const leftOut = [
  'public.schema_migrations',
  'graphile_worker.migrations',
  'public.worker_heartbeats',
  'public.database_pulse',
];

const quoted = ({ schema, name }: TableName) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

/** Returns every table whose rows a backup holds; unlogged tables, which any crash empties, are left out. */
export async function listTables(client: pg.ClientBase): Promise<FoundTable[]> {
  const { rows } = await client.query<FoundTable>(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r' and c.relpersistence = 'p'
       and n.nspname || '.' || c.relname <> all($2)
     order by 1, 2`,
    [schemas, leftOut],
  );
  return rows;
}

/**
 * Lists tables of a kind that a copy by rows would lose; there are none, and a migration that adds one gets
 * an error.
 */
export async function listOddTables(client: pg.ClientBase): Promise<string[]> {
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
  await client.query('select setval($1::regclass, $2::bigint, true)', [quoted({ schema, name }), last]);
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

/** Lists all tables of a database's users, outside of PostgreSQL's own schemas. */
export async function listAllTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
       and n.nspname not like 'pg\\_%' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** A thing that is taken off a table while rows pour in, and put back afterwards word by word. */
export interface Hanging {
  off: string;
  on: string;
}

/** References and the indexes that no constraint needs: both are made faster, and checked, over all rows at once. */
export async function listHanging(client: pg.ClientBase): Promise<Hanging[]> {
  const { rows } = await client.query<Hanging & { rank: number }>(
    `select 1 as rank, format('drop index %s', i.indexrelid::regclass) as off, pg_get_indexdef(i.indexrelid) as "on"
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
  return rows.map(({ off, on }) => ({ off, on }));
}

/** Makes the tables take rows as they were, whatever hangs on them; `listHanging` has been taken off by then. */
export async function emptyTables(client: pg.ClientBase, tables: readonly TableName[]): Promise<void> {
  for (const table of tables) await client.query(`alter table ${quoted(table)} disable trigger user`);
  await client.query(`truncate ${tables.map(quoted).join(', ')}`);
}

export async function mindRowsAgain(client: pg.ClientBase, tables: readonly TableName[]): Promise<void> {
  for (const table of tables) await client.query(`alter table ${quoted(table)} enable trigger user`);
}

export const copyOutText = ({ columns, ...table }: FoundTable) =>
  `copy ${quoted(table)} (${columns.map((name) => pg.escapeIdentifier(name)).join(', ')}) to stdout`;

/**
 * Returns the statement that loads a table. Frozen: no reader has looked at the tables in this transaction, and every
 * later reader may see all of the rows.
 */
export const copyInText = ({ columns, ...table }: FoundTable) =>
  `copy ${quoted(table)} (${columns.map((name) => pg.escapeIdentifier(name)).join(', ')}) from stdin with (freeze)`;

/** Tables that were made and never used: no portal was started on them. */
export async function isUnused(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select from staff) or exists (select from seed_steps) or exists (select from audit_links) as used',
  );
  return rows[0]?.used === false;
}

export async function countRows(client: pg.ClientBase, table: TableName): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${quoted(table)}`);
  return Number(rows[0]?.count);
}

/** Frees the jobs that were being done at the moment of the backup, for no worker does them any more. */
export async function freeJobs(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update graphile_worker._private_jobs set locked_by = null, locked_at = null, attempts = greatest(attempts - 1, 0)
     where locked_at is not null`,
  );
  await client.query(
    'update graphile_worker._private_job_queues set locked_by = null, locked_at = null where locked_at is not null',
  );
}
