import { join } from 'node:path';
import { openCommandConnection } from '#server/kernel/database/command-connection.ts';
import { copyIn } from '#server/kernel/database/copy.ts';
import type { HeartbeatTimes } from '#server/kernel/database/heartbeat.ts';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import type { Decrypt } from './backup-cipher.ts';
import * as catalog from './catalog.queries.ts';
import type { BackupFolder } from './folder.ts';
import type { Manifest } from './manifest.ts';
import { readPacked } from './parts.ts';

/** Checks that rows may be loaded into a database: it has no tables, or only unused tables of the portal. */
export async function ensureEmpty(url: string, timeouts?: HeartbeatTimes): Promise<void> {
  const { client, close } = await openCommandConnection(url, 'banjian restore', timeouts);
  try {
    const tables = await catalog.listAllTables(client);
    if (tables.length === 0) return;
    const isOurs = tables.includes('public.schema_migrations') && tables.includes('public.staff');
    if (isOurs && (await catalog.isUnused(client))) return;
  } finally {
    await close();
  }
  throw new StartupError(
    '数据库不是空的。只能恢复到空的数据库：请另建一个并写在 DATABASE_URL 里，或用 --into 恢复到新的目录（自带数据库）。没有改动任何数据。',
    'The database is not empty, but a backup can only be restored into an empty one: create another and set DATABASE_URL to it, or restore into a new folder with --into. Nothing was changed.',
  );
}

/** Checks that the tables of the backup are the same as those that the migrations have created in this database. */
function checkTables(manifest: Manifest, tables: readonly catalog.DatabaseTable[], jobSchema: number): void {
  const shapes = (tables: readonly catalog.DatabaseTable[]) =>
    tables.map(({ schema, name, columns }) => `${schema}.${name}(${[...columns].sort().join()})`).sort();
  const [theirs, ours] = [shapes(manifest.tables), shapes(tables)];
  const difference =
    theirs.find((shape) => !ours.includes(shape)) ?? ours.find((shape) => !theirs.includes(shape));
  if (difference === undefined && jobSchema === manifest.jobSchema) return;
  throw new StartupError(
    `备份的表与本程序所建的不同（${difference ?? `graphile_worker ${manifest.jobSchema} / ${jobSchema}`}）。请用备份时的版本 ${manifest.product} 恢复，再升级。`,
    `The tables of the backup differ from those that this program creates: restore it with version ${manifest.product}, then upgrade.`,
  );
}

/**
 * Fills a migrated database from a backup in one transaction. Foreign keys and indexes are dropped meanwhile
 * and recreated over all rows at once, which needs no superuser.
 */
export async function loadDatabase(
  url: string,
  { folder, manifest }: BackupFolder,
  decrypt: Decrypt,
  progress: (chinese: string, english: string) => void,
  timeouts?: HeartbeatTimes,
): Promise<void> {
  const { client, close } = await openCommandConnection(url, 'banjian restore', timeouts);
  try {
    await client.query(
      'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set synchronous_commit = on',
    );
    await client.query('begin');
    await client.query("set local maintenance_work_mem = '256MB'");
    const tables = await catalog.listTables(client);
    checkTables(manifest, tables, await catalog.findJobSchema(client));
    const dependents = await catalog.listDependentObjects(client);
    // Foreign keys first, because they depend on indexes.
    for (const { dropStatement } of dependents.toReversed()) await client.query(dropStatement);
    await catalog.emptyTables(client, tables);
    for (const table of manifest.tables) {
      const rows = await copyIn(
        client,
        catalog.copyInText(table),
        readPacked(join(folder, table.file), decrypt),
      );
      if (rows !== table.rows) throw rowCountError(`${table.schema}.${table.name}`, table.rows, rows);
      progress(`已写入 ${table.name} ${rows} 行`, `${rows} rows of ${table.name}`);
    }
    for (const sequence of manifest.sequences) await catalog.setSequence(client, sequence);
    for (const { createStatement } of dependents) {
      progress(createStatement.slice(0, 60), 'index');
      await client.query(createStatement);
    }
    await catalog.enableTriggers(client, tables);
    await catalog.freeJobs(client);
    await client.query('commit');
    progress('统计', 'analyze');
    await client.query('analyze');
  } finally {
    await close();
  }
}

/** Checks again, at the end, that each table has the number of rows in the manifest. */
export async function checkCounts(url: string, manifest: Manifest, timeouts?: HeartbeatTimes): Promise<void> {
  const { client, close } = await openCommandConnection(url, 'banjian restore', timeouts);
  try {
    await client.query('set statement_timeout = 0');
    for (const table of manifest.tables) {
      const rows = await catalog.countRows(client, table);
      if (rows !== table.rows) throw rowCountError(`${table.schema}.${table.name}`, table.rows, rows);
    }
  } finally {
    await close();
  }
}

function rowCountError(table: string, expected: number, actual: number): StartupError {
  return new StartupError(
    `表 ${table} 应有 ${expected} 行，实有 ${actual} 行。`,
    `Table ${table} should have ${expected} rows but has ${actual}.`,
  );
}
