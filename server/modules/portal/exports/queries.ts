import { type Insertable, sql } from 'kysely';
import type { ExportFormat, ExportState } from '#domain/lists/export-format.ts';
import type { NamedRecordKind } from '#domain/lists/export-texts.ts';
import type { ExportsTable } from '#server/kernel/database/tables.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

export interface ExportRow {
  id: string;
  staffId: string;
  account: string;
  list: string;
  title: string;
  fileName: string;
  format: ExportFormat;
  askedSealed: string;
  columns: string[];
  rowIds: string[] | null;
  pagePath: string;
  state: ExportState;
  rows: number;
  rowsInAll: number;
  tries: number;
  claim: string | null;
  fileId: string | null;
  size: number;
  askedAt: Date;
  finishedAt: Date | null;
  /**
   * The organisation and the permissions with which it was written; null if it was written by an earlier
   * version or is not written yet.
   */
  marksAtWriting: string[] | null;
}

const columns = sql`id, staff_id as "staffId", account, list, title, file_name as "fileName", format,
  asked_sealed as "askedSealed", columns, row_ids as "rowIds", page_path as "pagePath", state, rows, rows_in_all as "rowsInAll", tries, claim,
  file_id as "fileId", size, asked_at as "askedAt", finished_at as "finishedAt",
  made_under as "marksAtWriting"`;

/**
 * Counts a person's open exports. Locks the count, so that two concurrent requests cannot both exceed the
 * limit.
 */
export async function countOpenExports(tx: Tx, staffId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`exports:${staffId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from exports
    where staff_id = ${staffId} and state in ('waiting', 'running')`.execute(tx);
  return rows[0]?.open ?? 0;
}

export async function insertExport(tx: Tx, row: Insertable<ExportsTable>): Promise<void> {
  await tx.insertInto('exports').values(row).execute();
}

/** Lists a person's newest exports, except those that ended before the given time. */
export async function listExportsOfPerson(
  db: Db,
  staffId: string,
  { endedSince, limit }: { endedSince: Date; limit: number },
): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select ${columns} from exports
    where staff_id = ${staffId} and coalesce(finished_at, asked_at) >= ${endedSince}
    order by asked_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findExportOfPerson(
  db: Db,
  staffId: string,
  id: string,
): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    select ${columns} from exports where id = ${id}::uuid and staff_id = ${staffId}`.execute(db);
  return rows[0];
}

/**
 * Claims the export that has waited longest, or an export without progress for so long that its worker must have
 * died.
 */
export async function claimNextExport(
  db: Db,
  claim: string,
  silentSeconds: number,
): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    update exports set state = 'running', claim = ${claim}, told_at = clock_timestamp(), rows = 0, tries = tries + 1
    where id = (
      select id from exports
      where state = 'waiting'
        or state = 'running' and told_at < clock_timestamp() - make_interval(secs => ${silentSeconds})
      order by asked_at, id limit 1 for update skip locked)
    returning ${columns}`.execute(db);
  return rows[0];
}

/** Records the progress; returns false if the export was cancelled or another worker has claimed it. */
export async function reportProgress(db: Db, id: string, claim: string, rows: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update exports set rows = ${rows}, told_at = clock_timestamp()
    where id = ${id}::uuid and claim = ${claim} and state = 'running'`.execute(db);
  return numAffectedRows === 1n;
}

/** Finishes the export, and returns whether this worker still had the claim. */
export async function finishExport(
  tx: Tx,
  id: string,
  claim: string,
  result: {
    rows: number;
    fileId: string;
    size: number;
    sha256: string;
    now: Date;
    marksAtWriting: readonly string[];
  },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update exports set state = 'done', rows = ${result.rows}, rows_in_all = ${result.rows}, file_id = ${result.fileId},
      size = ${result.size}, sha256 = ${result.sha256}, made_under = ${[...result.marksAtWriting]}::text[], finished_at = ${result.now}, claim = null
    where id = ${id}::uuid and claim = ${claim} and state = 'running'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns the export to the queue after a failed try; the number of its tries does not change. */
export async function releaseExport(db: Db, id: string, claim: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update exports set state = 'waiting', claim = null
    where id = ${id}::uuid and claim = ${claim} and state = 'running'`.execute(db);
  return numAffectedRows === 1n;
}

export async function failExport(tx: Tx, id: string, claim: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update exports set state = 'failed', finished_at = ${now}, claim = null
    where id = ${id}::uuid and claim = ${claim} and state = 'running'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Stops a waiting or running export; its worker stops at its next progress report. */
export async function setExportCancelled(
  tx: Tx,
  staffId: string,
  id: string,
  now: Date,
): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    update exports set state = 'cancelled', finished_at = ${now}, claim = null
    where id = ${id}::uuid and staff_id = ${staffId} and state in ('waiting', 'running')
    returning ${columns}`.execute(tx);
  return rows[0];
}

/** Returns a failed or cancelled export to the queue, as it was requested. */
export async function requeueExport(
  tx: Tx,
  staffId: string,
  id: string,
  values: { rowsInAll: number; fileName: string; now: Date },
): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    update exports set state = 'waiting', tries = 0, rows = 0, rows_in_all = ${values.rowsInAll}, finished_at = null,
      file_name = ${values.fileName}, asked_at = ${values.now}
    where id = ${id}::uuid and staff_id = ${staffId} and state in ('failed', 'cancelled')
    returning ${columns}`.execute(tx);
  return rows[0];
}

/** Deletes the rows of old exports; returns the files to which they referred. */
export async function deleteOldExports(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<{ fileId: string | null }[]> {
  const { rows } = await sql<{ fileId: string | null }>`
    delete from exports where id in (
      select id from exports where coalesce(finished_at, asked_at) < ${before} and asked_at < ${before}
      order by asked_at limit ${limit} for update skip locked)
    returning file_id as "fileId"`.execute(tx);
  return rows;
}

/** Returns the names for codes that are used in filters. */
export async function findNames(
  db: Db,
  codes: readonly { recordKind: NamedRecordKind; code: string }[],
): Promise<{ recordKind: NamedRecordKind; code: string; name: string }[]> {
  const { rows } = await sql<{ recordKind: NamedRecordKind; code: string; name: string }>`
    with asked as (select * from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as x("recordKind" text, code text))
    select x."recordKind", x.code, coalesce(
      case x."recordKind"
        when 'areas' then (select a.name from areas a where a.code = x.code or a.id = x.code limit 1)
        when 'items' then (select b.name from business_items b where b.task_code = x.code
          order by b.current desc, b.version desc limit 1)
        when 'categories' then (select c.name from business_categories c where c.id = x.code)
        when 'organisations' then (select o.name from organisations o where o.code = x.code or o.id = x.code limit 1)
        when 'halls' then (select h.name from halls h where h.id = x.code)
        when 'windows' then (select w.number || ' ' || w.name from windows w where w.id = x.code)
        when 'staff' then (select s.name from staff s where s.id = x.code)
      end, x.code) as name
    from asked x`.execute(db);
  return rows;
}
