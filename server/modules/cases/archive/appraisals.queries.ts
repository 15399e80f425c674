import { type Insertable, sql } from 'kysely';
import type { AppraisalOutcome, AppraisalSubject } from '#domain/archive/appraisal.ts';
import type { RetentionPeriod } from '#domain/archive/archive-record.ts';
import type { DestructionState } from '#domain/archive/archive-state.ts';
import type { LocalDate } from '#domain/calendar/local-date.ts';
import type { ArchiveAppraisalsTable } from '#server/kernel/database/archive-tables.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { isOfOrganisation } from './catalogue.queries.ts';
import { lockEntries } from './entries.queries.ts';

/** A locked entry of the archive, with the facts for its appraisal and for a destruction list. */
export interface LockedEntry extends AppraisalSubject {
  id: string;
  number: string;
  code: string;
  title: string;
  itemName: string;
  orgName: string;
  year: number;
  period: RetentionPeriod;
  prolonged: RetentionPeriod | null;
  concludedOn: LocalDate;
  version: number;
  versions: number;
  files: number;
  size: number;
  sha256: string;
  /** Numbers of the hand-overs that contain its packages. */
  handedOver: string;
  /** Id of the last appraisal of the entry; null if there is none. */
  appraisalId: string | null;
  outcome: AppraisalOutcome | null;
  reason: string;
  /** True if the appraisal also permits the destruction of packages that were transferred. */
  evenHandedOver: boolean;
  appraisedById: string;
  appraisedBy: string;
  /** The destruction list that contains it. */
  destructionId: string | null;
  destructionState: DestructionState | null;
}

/**
 * Locks the entries that are in the archive of this person and returns them in the order of their 档号. Until
 * the transaction ends, neither the entries nor the conclusions of their orders change, and no transfer can
 * include the entries.
 */
export async function lockEntriesToAppraise(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
): Promise<LockedEntry[]> {
  // The order is locked first, in the same sequence as by an action.
  await sql`select from work_orders where id = any(${[...ids]}::uuid[]) order by id for share`.execute(tx);
  await lockEntries(tx, ids);
  const { rows } = await sql<LockedEntry>`
    select e.workorder_id as id, coalesce(e.number, '') as number, e.code, e.title, e.item_name as "itemName",
      g.name as "orgName", coalesce(e.year, 0) as year, e.period, e.prolonged, e.concluded_on as "concludedOn", e.state,
      e.kept_until as "keptUntil", e.version, o.ended_at is not null as "isConcluded", p.found,
      coalesce(p.files, 0) as files, coalesce(p.size, 0)::bigint as size, coalesce(p.sha256, '') as sha256,
      (select count(*)::int from archive_packages v where v.workorder_id = e.workorder_id) as versions,
      went.state as "handOver", coalesce(went.numbers, '') as "handedOver",
      a.id as "appraisalId", a.outcome, coalesce(a.reason, '') as reason,
      coalesce(a.even_handed_over, false) as "evenHandedOver", coalesce(a.by_id, '') as "appraisedById",
      coalesce(a.by_name, '') as "appraisedBy", d.id as "destructionId", d.state as "destructionState"
    from archive_entries e join work_orders o on o.id = e.workorder_id join organisations g on g.id = e.org_id
    left join archive_packages p on p.workorder_id = e.workorder_id and p.version = e.version
    left join archive_appraisals a on a.id = e.appraisal_id
    left join archive_destructions d on d.id = a.destruction_id
    left join lateral (
      -- A prepared transfer before a finished one: 'prepared' is greater than 'done'.
      select max(h.state) as state, string_agg(h.number, '、' order by h.number) as numbers
      from archive_hand_over_packages hp join archive_hand_overs h on h.id = hp.hand_over_id
      where hp.workorder_id = e.workorder_id) went on true
    where e.workorder_id = any(${[...ids]}::uuid[]) and ${isOfOrganisation(orgId, sql`e.org_id`)}
    order by e.number, e.workorder_id`.execute(tx);
  return rows;
}

/** Lists entries that are to be destroyed and in no list yet, up to one more than a list may have. */
export async function listEntriesToDestroy(
  tx: Tx,
  { orgId, today }: { orgId: string; today: LocalDate },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.workorder_id as id from archive_entries e join archive_appraisals a on a.id = e.appraisal_id
    where a.outcome = 'destroy' and a.destruction_id is null and e.state <> 'destroyed' and e.kept_until < ${today}
      and ${isOfOrganisation(orgId, sql`e.org_id`)}
    order by e.number limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Inserts appraisals, and makes each the current appraisal of its entry. */
export async function insertAppraisals(
  tx: Tx,
  rows: readonly Insertable<ArchiveAppraisalsTable>[],
): Promise<void> {
  await tx
    .insertInto('archive_appraisals')
    .values([...rows])
    .execute();
  await sql`update archive_entries e set appraisal_id = a.id from archive_appraisals a
    where a.workorder_id = e.workorder_id and a.id = any(${rows.map(({ id }) => id)}::text[])`.execute(tx);
}

/** Extends the retention of entries until that day, or permanently. */
export async function extendRetention(
  tx: Tx,
  ids: readonly string[],
  { period, until }: { period: RetentionPeriod; until: LocalDate | undefined },
): Promise<void> {
  await tx
    .updateTable('archive_entries')
    .set({ prolonged: period, kept_until: until ?? null })
    .where('workorder_id', 'in', [...ids])
    .execute();
}
