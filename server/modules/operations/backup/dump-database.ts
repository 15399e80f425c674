import { join } from 'node:path';
import type pg from 'pg';
import { copyOut } from '#server/kernel/database/copy.ts';
import { fileDeletionLock } from '#server/kernel/database/file-deletion-lock.ts';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import type { BackupCipher } from './backup-cipher.ts';
import { listReferencedBytes, type ReferencedBytes } from './bytes.queries.ts';
import * as catalog from './catalog.queries.ts';
import { referencedBytesPath } from './copy-files.ts';
import type { Manifest, TablePart } from './manifest.ts';
import { writePacked } from './parts.ts';

export type Dump = Pick<Manifest, 'at' | 'postgres' | 'schema' | 'jobSchema' | 'tables' | 'sequences'> & {
  lastAnchor: number;
};

/**
 * Prevents the removal of file contents until the connection ends: bytes without a row are removed only later. Only
 * one backup of a database runs at a time.
 */
export async function preventFileDeletion(client: pg.Client): Promise<void> {
  await client.query(
    "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '10s'",
  );
  try {
    await client.query('select pg_advisory_lock($1)', [fileDeletionLock]);
  } catch (error) {
    if ((error as { code?: unknown }).code !== '55P03') throw error;
    throw new StartupError(
      '此数据库正在备份中，请等它结束。',
      'Another backup of this database is running: wait until it has ended.',
    );
  }
}

/**
 * Writes every table in one snapshot, unaffected by concurrent changes, and the list of the bytes to which its
 * rows refer. Then the transaction ends, because old row versions cannot be removed while it lasts, and copying the
 * files takes longer.
 */
export async function dumpDatabase(
  client: pg.Client,
  folder: string,
  cipher: BackupCipher,
  progress: (dumped: { rows: number; table: string }) => void,
): Promise<Dump> {
  await client.query('begin isolation level repeatable read read only');
  const unsupported = await catalog.listUnsupportedTables(client);
  if (unsupported.length > 0) throw new Error(`The backup does not support ${unsupported.join(', ')}`);
  const { rows: snapshotRows } = await client.query<{ at: Date; postgres: string; anchor: number }>(
    `select clock_timestamp() as at, current_setting('server_version') as postgres,
       (select coalesce(max(seq), 0) from audit_anchors) as anchor`,
  );
  const dump: Dump = {
    at: snapshotRows[0]?.at.toISOString() ?? '',
    postgres: snapshotRows[0]?.postgres ?? '',
    lastAnchor: snapshotRows[0]?.anchor ?? 0,
    schema: await catalog.listMigrations(client),
    jobSchema: await catalog.findJobSchema(client),
    sequences: await catalog.listSequences(client),
    tables: [],
  };
  await writePacked(referencedBytesPath(folder), linesOf(bytesWithPoolNames(client, cipher)));
  let rows = 0;
  for (const table of await catalog.listTables(client)) {
    const part = await dumpTable(client, folder, table, cipher);
    dump.tables.push(part);
    rows += part.rows;
    progress({ rows, table: table.name });
  }
  await client.query('commit');
  return dump;
}

/**
 * Lists the bytes under the names of the cipher, so that the files of an encrypted backup reveal nothing of
 * their content.
 */
async function* bytesWithPoolNames(
  client: pg.Client,
  { nameOf }: BackupCipher,
): AsyncGenerator<ReferencedBytes> {
  for await (const bytes of listReferencedBytes(client))
    yield { ...bytes, sha256: bytes.sha256 === null ? null : nameOf(bytes.sha256) };
}

async function dumpTable(
  client: pg.Client,
  folder: string,
  table: catalog.DatabaseTable,
  { encrypt, encryption }: BackupCipher,
): Promise<TablePart> {
  const file = `database/${table.schema}.${table.name}.zst${encryption ? '.age' : ''}`;
  let rows = 0;
  async function* copyAndCount() {
    rows = yield* copyOut(client, catalog.copyOutText(table));
  }
  const written = await writePacked(join(folder, file), copyAndCount(), encrypt);
  return { ...table, rows, file, ...written };
}

/** Number of lines in a chunk, because compression is slow with small ones. */
const linesPerChunk = 500;

async function* linesOf(values: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  let lines: string[] = [];
  for await (const value of values) {
    lines.push(`${JSON.stringify(value)}\n`);
    if (lines.length < linesPerChunk) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
  }
  if (lines.length > 0) yield Buffer.from(lines.join(''));
}
