import { type RawBuilder, sql } from 'kysely';
import type { archive } from '#contract/archive.ts';
import type { AppraisalOutcome } from '#domain/archive/appraisal.ts';
import type { ArchivePart, RetentionPeriod } from '#domain/archive/archive-record.ts';
import type {
  ArchiveFinding,
  ArchiveState,
  DestructionState,
  HandOverState,
} from '#domain/archive/archive-state.ts';
import type { LocalDate } from '#domain/calendar/local-date.ts';
import type { SortName } from '#server/framework/lists/sort-name.ts';
import { likePattern } from '#server/kernel/database/like.ts';
import { readPage } from '#server/kernel/database/read-page.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

export interface ArchiveEntryRow {
  id: string;
  number: string | null;
  code: string;
  title: string;
  taskCode: string;
  itemName: string;
  orgId: string;
  orgName: string;
  fonds: string | null;
  year: number | null;
  period: RetentionPeriod | null;
  concludedOn: LocalDate;
  keptUntil: LocalDate | null;
  state: ArchiveState;
  reason: string;
  version: number;
  files: number | null;
  size: number | null;
  madeAt: Date | null;
  found: ArchiveFinding | null;
  checkedAt: Date | null;
  handOverId: string | null;
  handOverNumber: string | null;
  handOverState: HandOverState | null;
  prolonged: RetentionPeriod | null;
  destroyedOn: LocalDate | null;
  /** Last appraisal of the entry; null if there is none. */
  appraisal: {
    outcome: AppraisalOutcome;
    reason: string;
    by: string;
    at: string;
    destruction: { number: string; state: DestructionState } | null;
  } | null;
}

export interface EntryFilters {
  keyword?: string | undefined;
  year?: number | undefined;
  period?: RetentionPeriod | undefined;
  taskCode?: string | undefined;
  state?: ArchiveState | undefined;
  handOver?: HandOverState | 'none' | undefined;
  /** Number of a transfer: only its entries. */
  batch?: string | undefined;
  /** `trouble`: failed or broken; `expired`: due for appraisal; `doomed`: to be destroyed. */
  tab?: 'all' | 'trouble' | 'expired' | 'doomed' | undefined;
  /** Only entries whose newest package exists, is not known to be broken, and is in no hand-over yet. */
  mayBeHandedOver?: boolean | undefined;
  /** Only these orders. */
  ids?: readonly string[] | undefined;
}

export interface EntrySort {
  sort?: keyof typeof sortSources | undefined;
  order?: 'asc' | 'desc' | undefined;
}

const columns = sql`e.workorder_id as id, e.number, e.code, e.title, e.task_code as "taskCode",
  e.item_name as "itemName", e.org_id as "orgId", g.name as "orgName", e.fonds, e.year, e.period,
  e.concluded_on as "concludedOn", e.kept_until as "keptUntil", e.state, e.reason,
  coalesce(p.version, e.version) as version, p.files, p.size,
  p.made_at as "madeAt", p.found, p.checked_at as "checkedAt", h.id as "handOverId", h.number as "handOverNumber",
  h.state as "handOverState", e.prolonged, e.destroyed_on as "destroyedOn",
  (select json_build_object('outcome', a.outcome, 'reason', a.reason, 'by', a.by_name, 'at', a.at, 'destruction',
      case when d.id is not null then json_build_object('number', d.number, 'state', d.state) end)
    from archive_appraisals a left join archive_destructions d on d.id = a.destruction_id
    where a.id = e.appraisal_id) as appraisal`;

/** Joins entries with their newest package and the hand-over that contains it. */
const entriesWithNewestPackage = sql`archive_entries e join organisations g on g.id = e.org_id
  left join archive_packages p on p.workorder_id = e.workorder_id and p.version = e.version
  left join archive_hand_over_packages hp on hp.workorder_id = e.workorder_id and hp.version = e.version
  left join archive_hand_overs h on h.id = hp.hand_over_id`;

/**
 * Joins a hand-over with its entries and the packages that were handed over, which may no longer be the
 * newest.
 */
const joinHandOver = (batch: string) => sql`archive_hand_overs h
  join archive_hand_over_packages hp on hp.hand_over_id = h.id
  join archive_packages p on p.workorder_id = hp.workorder_id and p.version = hp.version
  join archive_entries e on e.workorder_id = hp.workorder_id
  join organisations g on g.id = e.org_id and h.number = ${batch}`;

/** Returns the condition that an organisation, in a column, is this person's own one or below it. */
export function isOfOrganisation(
  orgId: string,
  organisationColumn: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from organisations mine join organisations below on below.path like mine.path || '%'
    where mine.id = ${orgId} and below.id = ${organisationColumn})`;
}

/** Condition of an entry whose bytes are changed or missing, and which was not destroyed. */
const isBroken = sql`(p.found in ('changed', 'missing') and e.state <> 'destroyed')`;

/** Condition of an entry that was appraised for destruction. */
const appraisedForDestruction = sql`exists (select from archive_appraisals a where a.id = e.appraisal_id and a.outcome = 'destroy')`;

/** Returns the condition of an entry that is due for appraisal: its retention is over and it has no appraisal. */
const isDueForAppraisal = (today: LocalDate) =>
  sql`(e.kept_until < ${today} and e.state not in ('destroyed', 'reopened') and not ${appraisedForDestruction})`;

/** Returns the condition of an entry that is to be destroyed and is in no destruction list yet. */
const isToBeDestroyed = (
  today: LocalDate,
) => sql`(e.kept_until < ${today} and e.state <> 'destroyed' and exists (select from archive_appraisals a
  where a.id = e.appraisal_id and a.outcome = 'destroy' and a.destruction_id is null))`;

function matchesFilters(filters: EntryFilters, today: LocalDate): RawBuilder<unknown> {
  const { keyword, year, period, taskCode, state, handOver, tab, mayBeHandedOver, ids } = filters;
  const pattern = keyword ? `%${likePattern(keyword)}%` : '';
  const conditions = [
    ...(pattern === ''
      ? []
      : [sql`(e.number like ${pattern} or e.code like ${pattern} or e.title like ${pattern})`]),
    ...(year === undefined ? [] : [sql`e.year = ${year}`]),
    ...(period === undefined ? [] : [sql`e.period = ${period}`]),
    ...(taskCode ? [sql`e.task_code = ${taskCode}`] : []),
    ...(state === undefined ? [] : [sql`e.state = ${state}`]),
    ...(handOver === undefined ? [] : [handOver === 'none' ? sql`h.id is null` : sql`h.state = ${handOver}`]),
    ...(tab === 'trouble' ? [sql`(e.state = 'failed' or ${isBroken})`] : []),
    ...(tab === 'expired' ? [isDueForAppraisal(today)] : []),
    ...(tab === 'doomed' ? [isToBeDestroyed(today)] : []),
    ...(mayBeHandedOver
      ? [
          sql`e.state = 'kept' and coalesce(p.found, 'whole') = 'whole' and p.version = e.version and h.id is null`,
        ]
      : []),
    ...(ids === undefined ? [] : [sql`e.workorder_id = any(${[...ids]}::uuid[])`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

const sortSources: Record<SortName<typeof archive.page>, RawBuilder<unknown>> = {
  number: sql`e.number`,
  concludedOn: sql`e.concluded_on`,
  keptUntil: sql`e.kept_until`,
};

/** Returns one page of the catalogue, by default the newest first. */
export async function pageOfEntries(
  db: Db,
  { orgId, today }: { orgId: string; today: LocalDate },
  filters: EntryFilters,
  { sort = 'concludedOn', order = 'desc' }: EntrySort,
  page: { page: number; size: number },
) {
  const direction = order === 'asc' ? sql`asc nulls last` : sql`desc nulls last`;
  return await readPage<ArchiveEntryRow>(
    db,
    {
      columns,
      from: sql`${filters.batch ? joinHandOver(filters.batch) : entriesWithNewestPackage} where ${isOfOrganisation(orgId, sql`e.org_id`)} and ${matchesFilters(filters, today)}`,
      order: sql`${sortSources[sort]} ${direction}, e.workorder_id desc`,
    },
    page,
  );
}

export async function findEntry(db: Db, orgId: string, id: string): Promise<ArchiveEntryRow | undefined> {
  const { rows } = await sql<ArchiveEntryRow>`select ${columns} from ${entriesWithNewestPackage}
    where e.workorder_id = ${id}::uuid and ${isOfOrganisation(orgId, sql`e.org_id`)}`.execute(db);
  return rows[0];
}

export interface PackageRow {
  version: number;
  /** Id of the stored bytes; this and the encrypted key are empty if the package was destroyed. */
  bytesId: string;
  keySealed: string;
  size: number;
  sha256: string;
  parts: ArchivePart[];
  files: number;
  madeAt: Date;
  /** Result of the last check of its bytes; null before the first check. */
  found: ArchiveFinding | null;
  checkedAt: Date | null;
  handOver: { id: string; number: string; state: HandOverState } | null;
}

/** Lists the versions of a package, newest first, each with the hand-over that contains it. */
export async function listPackages(db: Db, id: string): Promise<PackageRow[]> {
  const { rows } = await sql<PackageRow>`
    select p.version, coalesce(p.bytes_id, '') as "bytesId", p.key_sealed as "keySealed", p.size, p.sha256, p.parts, p.files,
      p.made_at as "madeAt", p.found, p.checked_at as "checkedAt",
      case when h.id is not null then jsonb_build_object('id', h.id, 'number', h.number, 'state', h.state) end as "handOver"
    from archive_packages p
    left join archive_hand_over_packages hp on hp.workorder_id = p.workorder_id and hp.version = p.version
    left join archive_hand_overs h on h.id = hp.hand_over_id
    where p.workorder_id = ${id}::uuid order by p.version desc limit 50`.execute(db);
  return rows;
}

const zeroCounts = { all: 0, kept: 0, waiting: 0, failed: 0, broken: 0, expired: 0, doomed: 0, proposals: 0 };

/** Counts the entries in the archive of an organisation. */
export async function countEntries(db: Db, { orgId, today }: { orgId: string; today: LocalDate }) {
  const { rows } = await sql<Record<keyof typeof zeroCounts, number>>`
    select count(*)::int as "all", count(*) filter (where e.state = 'kept')::int as kept,
      count(*) filter (where e.state in ('waiting', 'running'))::int as waiting,
      count(*) filter (where e.state = 'failed')::int as failed,
      count(*) filter (where ${isBroken})::int as broken,
      count(*) filter (where ${isDueForAppraisal(today)})::int as expired, count(*) filter (where ${isToBeDestroyed(today)})::int as doomed,
      (select count(*)::int from archive_destructions d
        where d.state = 'proposed' and ${isOfOrganisation(orgId, sql`d.org_id`)}) as proposals
    from archive_entries e
    left join archive_packages p on p.workorder_id = e.workorder_id and p.version = e.version
    where ${isOfOrganisation(orgId, sql`e.org_id`)}`.execute(db);
  return rows[0] ?? zeroCounts;
}
