import { sql } from 'kysely';
import type { ArchiveNumberParts, ArchivePart, RetentionPeriod } from '#domain/archive/archive-record.ts';
import { ArchiveFinding, type ArchiveState } from '#domain/archive/archive-state.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** Orders in the archive process, for the job that makes their packages. */

/** An order that a worker has claimed. */
export interface ClaimedEntry {
  workorderId: string;
  tries: number;
  orgId: string;
  taskCode: string;
  version: number;
  /** The parts of its archive number, if it already has one. */
  fonds: string | null;
  /** Also null if an older version of the portal assigned the archive number. */
  fondsName: string | null;
  year: number | null;
  period: RetentionPeriod | null;
  department: string | null;
  item: number | null;
}

/**
 * Claims the entry that waits longest, or one without a heartbeat for so long that its worker must have died.
 */
export async function claimNextEntry(
  db: Db,
  claim: string,
  silentSeconds: number,
): Promise<ClaimedEntry | undefined> {
  const { rows } = await sql<ClaimedEntry>`
    update archive_entries set state = 'running', claim = ${claim}, told_at = clock_timestamp(), tries = tries + 1
    where workorder_id = (
      select workorder_id from archive_entries
      where state = 'waiting'
        or state = 'running' and told_at < clock_timestamp() - make_interval(secs => ${silentSeconds})
      order by asked_at, workorder_id limit 1 for update skip locked)
    returning workorder_id as "workorderId", tries, org_id as "orgId", task_code as "taskCode", version, fonds,
      fonds_name as "fondsName", year, period, department, item`.execute(db);
  return rows[0];
}

/** Records a heartbeat of the worker; returns false if another worker has claimed the entry. */
export async function renewClaim(db: Db, id: string, claim: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update archive_entries set told_at = clock_timestamp()
    where workorder_id = ${id}::uuid and claim = ${claim} and state = 'running'`.execute(db);
  return numAffectedRows === 1n;
}

/** Finds the 全宗 of an organisation: its own, or that of the nearest one above it. */
export async function findFonds(db: Db, orgId: string): Promise<{ code: string; name: string } | undefined> {
  const { rows } = await sql<{ code: string; name: string }>`
    select f.code, f.name from archive_fonds f
    join organisations theirs on theirs.id = f.org_id join organisations mine on mine.path like theirs.path || '%'
    where mine.id = ${orgId} order by theirs.level desc limit 1`.execute(db);
  return rows[0];
}

export async function findItemSettings(db: Db, taskCode: string) {
  return await db
    .selectFrom('archive_items')
    .select(['period', 'department'])
    .where('task_code', '=', taskCode)
    .executeTakeFirst();
}

/** Assigns an order the next 件号 (item number) and with it its archive number, once and permanently. */
export async function assignPlace(
  tx: Tx,
  id: string,
  claim: string,
  { fondsName, ...place }: Omit<ArchiveNumberParts, 'item'> & { fondsName: string },
  numberOf: (place: ArchiveNumberParts) => string,
): Promise<ArchiveNumberParts | undefined> {
  const { fonds, year, period, department } = place;
  const { rows } = await sql<{ last: number }>`
    insert into archive_counters (fonds, year, period, department, last)
    values (${fonds}, ${year}, ${period}, ${department}, 1)
    on conflict (fonds, year, period, department) do update set last = archive_counters.last + 1
    returning last`.execute(tx);
  const assignedPlace = { ...place, item: rows[0]?.last ?? 1 };
  const { numAffectedRows } = await sql`
    update archive_entries set number = ${numberOf(assignedPlace)}, fonds = ${fonds}, fonds_name = ${fondsName}, year = ${year},
      period = ${period}, department = ${department}, item = ${assignedPlace.item}
    where workorder_id = ${id}::uuid and claim = ${claim} and number is null`.execute(tx);
  return numAffectedRows === 1n ? assignedPlace : undefined;
}

/**
 * Returns the digest of the content of a package version; undefined if its bytes are changed, missing or
 * destroyed.
 */
export async function findDigest(db: Db, id: string, version: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('archive_packages')
    .select('digest')
    .where('workorder_id', '=', id)
    .where('version', '=', version)
    .where('key_sealed', '<>', '')
    .where(({ or, eb }) => or([eb('found', 'is', null), eb('found', '=', ArchiveFinding.whole)]))
    .executeTakeFirst();
  return row?.digest;
}

export interface NewPackage {
  workorderId: string;
  version: number;
  bytesId: string;
  keySealed: string;
  size: number;
  sha256: string;
  digest: string;
  parts: readonly ArchivePart[];
  files: number;
  madeAt: Date;
}

export async function insertPackage(tx: Tx, newPackage: NewPackage): Promise<void> {
  await tx
    .insertInto('archive_packages')
    .values({
      workorder_id: newPackage.workorderId,
      version: newPackage.version,
      bytes_id: newPackage.bytesId,
      key_sealed: newPackage.keySealed,
      size: newPackage.size,
      sha256: newPackage.sha256,
      digest: newPackage.digest,
      parts: JSON.stringify(newPackage.parts),
      files: newPackage.files,
      made_at: newPackage.madeAt,
    })
    .execute();
}

/**
 * Writes the result of a worker for the entry of an order; returns false if the worker has lost its claim of the
 * entry.
 */
export async function storeOutcome(
  db: Db,
  { id, claim }: { id: string; claim: string },
  outcome: {
    state: ArchiveState;
    reason?: string;
    entry?: { version: number; title: string; concludedOn: string; keptUntil: string | null };
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('archive_entries')
    .set({
      state: outcome.state,
      reason: outcome.reason ?? '',
      claim: null,
      ...(outcome.entry && {
        tries: 0,
        version: outcome.entry.version,
        title: outcome.entry.title,
        concluded_on: outcome.entry.concludedOn,
        // An extended retention stays.
        kept_until: sql`case when prolonged is null then ${outcome.entry.keptUntil}::date else kept_until end`,
      }),
    })
    .where('workorder_id', '=', id)
    .where('claim', '=', claim)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Locks the entries until the transaction ends, in the order of their ids, so that two transactions never
 * deadlock.
 */
export async function lockEntries(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from archive_entries where workorder_id = any(${[...ids]}::uuid[])
    order by workorder_id for update`.execute(tx);
}

/** Queues the orders of an organisation and of those below it that wait for a 全宗号. */
export async function requeueEntriesWithoutFonds(tx: Tx, orgId: string, reason: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update archive_entries e set state = 'waiting', asked_at = clock_timestamp(), reason = '', tries = 0
    where e.state = 'failed' and e.reason = ${reason} and exists (
      select from organisations mine join organisations below on below.path like mine.path || '%'
      where mine.id = ${orgId} and below.id = e.org_id)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Lists packages whose bytes were not checked since this time, first those without a check for longest. */
export async function listUncheckedPackages(db: Db, before: Date, limit: number) {
  const { rows } = await sql<{
    workorderId: string;
    version: number;
    bytesId: string;
    keySealed: string;
    size: number;
    sha256: string;
    found: string | null;
  }>`select workorder_id as "workorderId", version, bytes_id as "bytesId", key_sealed as "keySealed", size, sha256, found
    from archive_packages where coalesce(checked_at, made_at) < ${before} and key_sealed <> ''
    order by checked_at nulls first limit ${limit}`.execute(db);
  return rows;
}

/**
 * Writes the result of a check; returns false if the package no longer exists, because a package destroyed
 * meanwhile is missing for a valid reason.
 */
export async function storeCheckResult(
  db: Db,
  { id, version }: { id: string; version: number },
  found: ArchiveFinding,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('archive_packages')
    .set({ found, checked_at: at })
    .where('workorder_id', '=', id)
    .where('version', '=', version)
    .where('key_sealed', '<>', '')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
