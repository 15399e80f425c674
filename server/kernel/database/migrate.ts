import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { reasonOf, StartupError } from '#server/kernel/errors/startup-error.ts';
import { removeTimeoutInTransaction } from './named-statement-client.ts';
import { type Db, inTransaction, type Tx } from './transaction.ts';

export interface Migration {
  /** The file name without extension: `0007-one-countersign-per-node`. */
  name: string;
  text: string;
  checksum: string;
  /**
   * True if it removes something that the release before still uses, as stated in its first line
   * (docs/decisions/0174).
   */
  contracts: boolean;
}

/** Record of a migration in the database that has it. */
type AppliedMigration = Pick<Migration, 'name' | 'checksum' | 'contracts'>;

/** An arbitrary number of ours; one process migrates, the others wait and then find nothing to do. */
const migrationLock = 4_120_502;
const fileName = /^(\d{4})-[a-z0-9-]+\.sql$/;
const ownFolder = join(import.meta.dirname, 'migrations');
/** Checksums of earlier versions of a migration that differ only in comments and exist in databases. */
const earlierChecksums: ReadonlyMap<string, readonly string[]> = new Map([
  ['0056-situations', ['01f0d57a4853d89a8eaece9bd0b5ea530005abebba7555e14caa662f0679c010']],
]);

/**
 * Migrates the database to this version, each migration in a transaction of its own; returns the names of
 * those applied. With `until` it stops after that one, for a backup of an earlier version.
 */
export async function migrate(
  db: Db,
  folder: string = ownFolder,
  { until }: { until?: string | undefined } = {},
): Promise<string[]> {
  const all = await readMigrations(folder);
  const migrations = until === undefined ? all : all.filter(({ name }) => name <= until);
  await inTransaction(db, async (tx) => {
    await lock(tx);
    await sql`create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`.execute(tx);
    await sql`alter table schema_migrations add column if not exists contracts boolean not null default false`.execute(
      tx,
    );
    checkHistory(migrations, await listApplied(tx));
  });
  const applied: string[] = [];
  for (const migration of migrations) {
    if (await applyOnce(db, migration)) applied.push(migration.name);
  }
  return applied;
}

/**
 * Returns the migrations that the database has and this version does not: of a newer server running in
 * parallel, none of which removes anything.
 */
export async function findNewerMigrations(db: Db, folder: string = ownFolder): Promise<string[]> {
  const known = new Set((await readMigrations(folder)).map(({ name }) => name));
  return (await listAnyApplied(db)).flatMap(({ name }) => (known.has(name) ? [] : [name]));
}

/** Returns the migrations that a start would apply; refuses in the same cases, and changes nothing. */
export async function findPending(db: Db, folder: string = ownFolder): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const applied = await listAnyApplied(db);
  checkHistory(migrations, applied);
  return migrations.map(({ name }) => name).filter((name) => !applied.some((row) => row.name === name));
}

/** Refuses a backup with migrations that this version does not have, or has with another checksum. */
export async function checkKnownMigrations(applied: { name: string; checksum: string }[]): Promise<void> {
  const migrations = await readMigrations(ownFolder);
  const unknown = applied.find((row) => !migrations.some(({ name }) => name === row.name));
  if (unknown)
    throw new StartupError(
      `备份比程序新：其中有本版本没有的升级 ${unknown.name}。请使用做备份时的版本，或更新的版本来恢复。`,
      `The backup is newer than this program: it contains the migration ${unknown.name}. Restore it with the version that created it, or a newer one.`,
    );
  checkHistory(
    migrations,
    applied.map((row) => ({ ...row, contracts: true })),
  );
}

/** Reads the migrations of a folder in order; their numbers run from 0001 without a gap. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return await Promise.all(
    files.map(async (file, index) => {
      const number = Number(fileName.exec(file)?.[1]);
      if (number !== index + 1) {
        throw new Error(
          `Migration ${file} should be number ${String(index + 1).padStart(4, '0')}, kebab-case, .sql`,
        );
      }
      // Other line ends by a Git checkout are no change.
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      return {
        name: file.replace(/\.sql$/, ''),
        text,
        checksum: createHash('sha256').update(text).digest('hex'),
        contracts: text.startsWith('-- contract:'),
      };
    }),
  );
}

async function applyOnce(db: Db, migration: Migration): Promise<boolean> {
  try {
    return await inTransaction(db, async (tx) => {
      await lock(tx);
      const applied = await listApplied(tx);
      if (applied.some((row) => row.name === migration.name)) return false;
      await sql.raw(migration.text).execute(tx);
      const { name, checksum, contracts } = migration;
      await sql`insert into schema_migrations (name, checksum, contracts)
        values (${name}, ${checksum}, ${contracts})`.execute(tx);
      return true;
    });
  } catch (error) {
    throw new StartupError(
      `数据库升级 ${migration.name} 失败，已全部撤销：${reasonOf(error)}`,
      `The migration ${migration.name} failed and was rolled back.`,
      { cause: error },
    );
  }
}

function checkHistory(migrations: Migration[], applied: readonly AppliedMigration[]): void {
  const byName = new Map(migrations.map((migration) => [migration.name, migration]));
  // Additions by a newer version do not concern this one: it keeps running while the servers are updated one
  // by one.
  const unknown = applied.find((row) => !byName.has(row.name) && row.contracts);
  if (unknown) {
    throw new StartupError(
      `数据库比程序新：其中有本版本没有的升级 ${unknown.name}，本版本不能再使用这个数据库。请使用更新的程序版本。`,
      `The database is newer than this program: it contains the migration ${unknown.name}. Use a newer version.`,
    );
  }
  const changed = applied.find(
    ({ name, checksum }) =>
      (byName.get(name)?.checksum ?? checksum) !== checksum &&
      !earlierChecksums.get(name)?.includes(checksum),
  );
  if (changed) {
    throw new StartupError(
      `数据库升级文件 ${changed.name} 在执行之后被改动过。已执行的升级不能修改，请新增一个升级文件。`,
      `The migration ${changed.name} was changed after it had been applied: restore it and add a new one instead.`,
    );
  }
}

/** Locks the migrations: a second process waits as long as the first one's migration takes. */
async function lock(tx: Tx): Promise<void> {
  await sql.raw(removeTimeoutInTransaction).execute(tx);
  await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx);
}

/** Lists applied migrations, also for an empty database. */
async function listAnyApplied(db: Db): Promise<AppliedMigration[]> {
  const table = await sql<{ found: boolean }>`
    select to_regclass('schema_migrations') is not null as found`.execute(db);
  return table.rows[0]?.found ? await listApplied(db) : [];
}

async function listApplied(tx: Db): Promise<AppliedMigration[]> {
  // Read through JSON, because the column may not exist yet: the portal's role may read it before the owner's
  // role adds it.
  const found = await sql<AppliedMigration>`
    select name, checksum, coalesce((to_jsonb(m) ->> 'contracts')::boolean, false) as contracts
    from schema_migrations m order by name`.execute(tx);
  return found.rows;
}
