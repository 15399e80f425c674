import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Database } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { migrateJobs } from '#server/jobs/worker.ts';
import { filledTemplate } from './database.ts';

/** What a portal of an earlier version left: the test office with some orders, row by row. */
export interface OldDatabase {
  /** Those that had been applied. */
  migrations: string[];
  /** Orders by what has become of them. */
  cases: Record<string, { id: string; code: string }>;
  /** The office's time then. */
  now: string;
  /** Rows by table, such that no row comes before one that it refers to. */
  tables: Record<string, Record<string, unknown>[]>;
}

const dumps = join(import.meta.dirname, '..', 'dumps');
const migrationFolder = join(import.meta.dirname, '..', '..', 'server', 'database', 'migrations');

export function readOldDatabase(name: string): OldDatabase {
  return JSON.parse(gunzipSync(readFileSync(join(dumps, `${name}.json.gz`))).toString('utf8'));
}

/** A template with the old rows, made by the old migrations and then brought to this version by the later ones. */
export function oldTemplate(name: string, old: OldDatabase): Promise<string> {
  return filledTemplate(
    `banjian_${name.replaceAll('-', '_')}`,
    async (database) => {
      await migrateTo(database, old.migrations);
      await migrateJobs(database.pool);
      for (const [table, rows] of Object.entries(old.tables)) {
        await sql`insert into ${sql.table(table)} overriding system value
          select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`.execute(
          database.db,
        );
      }
      await migrate(database.db);
    },
    'template0',
  );
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
