import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { migrateJobs } from '#server/framework/jobs/worker.ts';
import type { Database } from '#server/kernel/database/connect.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import { filledTemplate } from './database.ts';

/** Database of a portal of an earlier version: the test office with some orders, row by row. */
export interface OldDatabase {
  /** The migrations that had been applied. */
  migrations: string[];
  /** Orders by what has happened to them. */
  cases: Record<string, { id: string; code: string }>;
  /** The office's time then. */
  now: string;
  /** Rows by table, sorted so that no row comes before one that it refers to. */
  tables: Record<string, Record<string, unknown>[]>;
}

/**
 * State left by an earlier version: its database, its keys, and its file of anchors; bytes of files are not
 * kept.
 */
export interface OldState {
  migrations: string[];
  /** The time when it was saved. */
  now: string;
  /** Files of `DATA_DIR/keys`, in Base64. */
  keys: Record<string, string>;
  anchors: string;
  tables: Record<string, Record<string, unknown>[]>;
}

const dumps = join(import.meta.dirname, '..', 'dumps');
const migrationFolder = join(import.meta.dirname, '..', '..', 'server', 'kernel', 'database', 'migrations');

export function readOldDatabase(name: string): OldDatabase {
  return JSON.parse(gunzipSync(readFileSync(join(dumps, `${name}.json.gz`))).toString('utf8'));
}

/**
 * Returns a template with the old rows, created by the old migrations and then upgraded by the later ones.
 */
export function oldTemplate(name: string, old: OldDatabase): Promise<string> {
  return filledTemplate(
    `banjian_${name.replaceAll('-', '_')}`,
    async (database) => {
      await migrateTo(database, old.migrations);
      await migrateJobs(database.pool);
      for (const [table, rows] of Object.entries(old.tables)) await insertRows(database, table, rows);
      await migrate(database.db);
    },
    'template0',
  );
}

/**
 * Returns a demo and a production system of one version, identified by the number of its newest migration.
 */
export function readOldOffices(schema: string): Record<'demo' | 'production', OldState> {
  return JSON.parse(
    gunzipSync(readFileSync(join(dumps, `offices-of-schema-${schema}.json.gz`))).toString('utf8'),
  );
}

/** Fills an empty database with the saved rows, and the data folder with the keys and anchors. */
export async function restoreOldState(database: Database, dataDir: string, old: OldState): Promise<void> {
  await migrateTo(database, old.migrations);
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not in ('schema_migrations', 'pinyin_readings', 'pinyin_words')`.execute(database.db);
  const tables = rows.map(({ name }) => sql.table(name));
  // The rows include those that triggers would write.
  for (const table of tables) await sql`alter table ${table} disable trigger user`.execute(database.db);
  await sql`truncate ${sql.join(tables)}`.execute(database.db);
  for (const [table, content] of Object.entries(old.tables)) await insertRows(database, table, content);
  for (const table of tables) await sql`alter table ${table} enable trigger user`.execute(database.db);
  for (const [name, content] of Object.entries(old.keys))
    await putFile(join(dataDir, 'keys', name), Buffer.from(content, 'base64'));
  if (old.anchors !== '') await putFile(join(dataDir, 'audit', 'anchors.log'), old.anchors);
}

async function putFile(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, content, { mode: 0o600 });
}

async function insertRows(
  { db }: Database,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  await sql`insert into ${sql.table(table)} overriding system value
    select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`.execute(db);
}

async function migrateTo({ db }: Database, names: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'banjian-migrations-'));
  try {
    for (const name of names) await cp(join(migrationFolder, `${name}.sql`), join(folder, `${name}.sql`));
    await migrate(db, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
