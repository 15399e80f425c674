import { sql } from 'kysely';
import type { PortalMode } from '#server/kernel/config/environment.ts';
import type { KeyName } from '#server/kernel/crypto/key-files.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/**
 * A key that the database needs: its whole fingerprint, or only the first digits if the database was created before
 * fingerprints were recorded.
 */
export interface NeededKey {
  name: KeyName;
  fingerprint: string;
}

/** Facts about the installation that are stored in its database. */
export interface StoredInstallation {
  /**
   * Mode from the mark; without a mark it is recognised by the contents of the database. Undefined if no portal was
   * ever started on the database.
   */
  mode: PortalMode | undefined;
  isMarked: boolean;
  markedAt: Date | undefined;
  keys: NeededKey[];
}

/** An arbitrary number for the advisory lock; see `migrate.ts` and `seed.queries.ts` for the others. */
const installationMarkLock = 4_120_504;

/** Locks the mark, so that one process at a time writes it. */
export async function lockInstallationMark(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${installationMarkLock})`.execute(tx);
}

/** Reads a database of any version, even an empty one, and writes nothing. */
export async function findInstallation(db: Db): Promise<StoredInstallation> {
  const mark = (await hasTable(db, 'installation')) ? await findInstallationMark(db) : undefined;
  if (mark) return { mode: mark.mode, isMarked: true, markedAt: mark.marked_at, keys: await listKeys(db) };
  const mode = await recogniseMode(db);
  return { mode, isMarked: false, markedAt: undefined, keys: mode ? await recogniseKeys(db) : [] };
}

/** Reads the encoding of texts in the database, and its character type (`LC_CTYPE`). */
export async function readLocale(db: Db): Promise<{ encoding: string; ctype: string }> {
  const { rows } = await sql<{ encoding: string; ctype: string }>`
    select pg_encoding_to_char(encoding) as encoding, datctype as ctype
    from pg_database where datname = current_database()`.execute(db);
  return rows[0] ?? { encoding: '', ctype: '' };
}

async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${name}) is not null as found`.execute(
    db,
  );
  return rows[0]?.found === true;
}

async function findInstallationMark(db: Db) {
  return await db.selectFrom('installation').select(['mode', 'marked_at']).executeTakeFirst();
}

async function listKeys(db: Db): Promise<NeededKey[]> {
  const rows = await db
    .selectFrom('installation_keys')
    .select(['name', 'fingerprint'])
    .orderBy('name')
    .orderBy('noted_at')
    .execute();
  return rows as NeededKey[];
}

/**
 * Recognises the mode of a database without a mark: the demo's people are added by a step of the seed; any
 * other people belong to an office.
 */
async function recogniseMode(db: Db): Promise<PortalMode | undefined> {
  if (!(await hasTable(db, 'seed_steps'))) return undefined;
  const { rows } = await sql<{ mode: PortalMode | null }>`
    select case
      when exists (select from seed_steps where name = 'staff') then 'demo'
      when exists (select from seed_steps where name = 'administrator') or exists (select from staff) then 'production'
    end as mode`.execute(db);
  return rows[0]?.mode ?? undefined;
}

/** Returns the version of PostgreSQL and the last migration. */
export async function findVersions(db: Db): Promise<{ postgres: string; schema: string }> {
  const { rows } = await sql<{ postgres: string; schema: string }>`
    select current_setting('server_version') as postgres, coalesce(max(name), '') as schema
    from schema_migrations`.execute(db);
  return rows[0] ?? { postgres: '', schema: '' };
}

/**
 * Recognises the keys of a database from before fingerprints were recorded: encrypted values and the heads of
 * audit chains contain the ids of their keys.
 */
async function recogniseKeys(db: Db): Promise<NeededKey[]> {
  const { rows } = await sql<NeededKey>`
    select distinct 'encryption.key' as name, split_part(sealed, ':', 2) as fingerprint from (
      (select id_card_sealed as sealed from staff where id_card_sealed is not null limit 1)
      union all (select sealed from shared_secrets)
    ) as found
    union
    select distinct 'audit.key', split_part(hash, ':', 2) from audit_heads where hash like 'hmac-sm3:%'`.execute(
    db,
  );
  return rows;
}

export async function insertInstallationMark(tx: Tx, mode: PortalMode, now: Date): Promise<void> {
  await tx.insertInto('installation').values({ mode, marked_at: now }).execute();
}

export async function insertKeys(tx: Tx, keys: readonly NeededKey[], now: Date): Promise<void> {
  await tx
    .insertInto('installation_keys')
    .values(keys.map((key) => ({ ...key, noted_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const sampleSize = 12;

/**
 * Returns ids of stored files to which rows refer, the oldest and the newest of each kind; none if nothing was ever
 * stored.
 */
export async function sampleFileIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (select id from blobs order by id limit ${sampleSize}) union (select id from blobs order by id desc limit ${sampleSize})
    union (select id from files where blob_id is null order by id limit ${sampleSize})
    union (select id from files where blob_id is null order by id desc limit ${sampleSize})`.execute(db);
  return rows.map(({ id }) => id);
}
