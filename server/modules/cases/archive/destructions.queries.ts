import { type RawBuilder, sql } from 'kysely';
import type { archiveDestructions } from '#contract/archive-destructions.ts';
import type { RetentionPeriod } from '#domain/archive/archive-record.ts';
import type { DestructionState } from '#domain/archive/archive-state.ts';
import type { LocalDate } from '#domain/calendar/local-date.ts';
import type { SortName } from '#server/framework/lists/sort-name.ts';
import { likePattern } from '#server/kernel/database/like.ts';
import { readPage } from '#server/kernel/database/read-page.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import type { LockedEntry } from './appraisals.queries.ts';
import { isOfOrganisation } from './catalogue.queries.ts';

export interface DestructionRow {
  id: string;
  number: string;
  orgName: string;
  note: string;
  state: DestructionState;
  entries: number;
  size: number;
  madeAt: Date;
  madeBy: string;
  decidedAt: Date | null;
  decidedBy: string;
  opinion: string;
  doneAt: Date | null;
  /** True if the caller made the list, or appraised any of its entries. */
  isOwn: boolean;
}

const columns = (
  staffId: string,
) => sql`d.id, d.number, d.org_name as "orgName", d.note, d.state, d.made_at as "madeAt",
  d.made_by as "madeBy", d.decided_at as "decidedAt", d.decided_by as "decidedBy", d.opinion, d.done_at as "doneAt",
  (select count(*)::int from archive_destruction_items i where i.destruction_id = d.id) as entries,
  (select coalesce(sum(i.size), 0)::bigint from archive_destruction_items i where i.destruction_id = d.id) as size,
  d.made_by_id = ${staffId} or exists (select from archive_destruction_items i
    join archive_appraisals a on a.id = i.appraisal_id
    where i.destruction_id = d.id and a.by_id = ${staffId}) as "isOwn"`;

interface Caller {
  orgId: string;
  staffId: string;
}

const sortSources: Record<SortName<typeof archiveDestructions.page>, RawBuilder<unknown>> = {
  madeAt: sql`d.made_at`,
};

export async function pageOfDestructions(
  db: Db,
  { orgId, staffId }: Caller,
  filters: { keyword?: string | undefined; state?: DestructionState | undefined },
  page: { page: number; size: number; sort?: keyof typeof sortSources; order: 'asc' | 'desc' },
) {
  const pattern = filters.keyword ? `%${likePattern(filters.keyword)}%` : '';
  const conditions = [
    isOfOrganisation(orgId, sql`d.org_id`),
    ...(pattern === ''
      ? []
      : [sql`(d.number like ${pattern} or d.made_by like ${pattern} or d.decided_by like ${pattern})`]),
    ...(filters.state ? [sql`d.state = ${filters.state}`] : []),
  ];
  const direction = page.order === 'asc' ? sql`asc` : sql`desc`;
  return await readPage<DestructionRow>(
    db,
    {
      columns: columns(staffId),
      from: sql`archive_destructions d where ${sql.join(conditions, sql` and `)}`,
      order: sql`${sortSources[page.sort ?? 'madeAt']} ${direction}, d.id ${direction}`,
    },
    page,
  );
}

/** Locks the destruction list until the transaction ends. */
export async function lockDestruction(
  tx: Tx,
  { orgId, staffId }: Caller,
  id: string,
): Promise<DestructionRow | undefined> {
  await sql`select from archive_destructions where id = ${id} for update`.execute(tx);
  const { rows } = await sql<DestructionRow>`select ${columns(staffId)} from archive_destructions d
    where d.id = ${id} and ${isOfOrganisation(orgId, sql`d.org_id`)}`.execute(tx);
  return rows[0];
}

export interface DestructionItemRow {
  id: string;
  /** Number of the destruction list. */
  register: string;
  state: DestructionState;
  /** Position in the list, from 1. */
  place: number;
  number: string;
  code: string;
  title: string;
  itemName: string;
  orgName: string;
  year: number;
  period: RetentionPeriod;
  prolonged: RetentionPeriod | null;
  concludedOn: LocalDate;
  keptUntil: LocalDate;
  versions: number;
  files: number;
  size: number;
  sha256: string;
  reason: string;
  appraisedBy: string;
  handedOver: string;
  madeBy: string;
  decidedBy: string;
  doneAt: Date | null;
}

const itemSortSources: Record<SortName<typeof archiveDestructions.items>, RawBuilder<unknown>> = {
  place: sql`i.place`,
};

export async function pageOfDestructionItems(
  db: Db,
  orgId: string,
  filters: { register?: string | undefined; keyword?: string | undefined },
  page: { page: number; size: number; sort?: keyof typeof itemSortSources; order: 'asc' | 'desc' },
) {
  const { register } = filters;
  const pattern = filters.keyword ? `%${likePattern(filters.keyword)}%` : '';
  const conditions = [
    isOfOrganisation(orgId, sql`d.org_id`),
    ...(register ? [sql`d.number = ${register}`] : []),
    ...(pattern === ''
      ? []
      : [sql`(i.number like ${pattern} or i.code like ${pattern} or i.title like ${pattern})`]),
  ];
  const direction = page.order === 'asc' ? sql`asc` : sql`desc`;
  return await readPage<DestructionItemRow>(
    db,
    {
      columns: sql`d.id || '.' || i.place as id, d.number as register, d.state, i.place, i.number, i.code, i.title,
        i.item_name as "itemName", i.org_name as "orgName", i.year, i.period, i.prolonged, i.concluded_on as "concludedOn",
        i.kept_until as "keptUntil", i.versions, i.files, i.size, i.sha256, i.reason, i.appraised_by as "appraisedBy",
        i.handed_over as "handedOver", d.made_by as "madeBy", d.decided_by as "decidedBy", d.done_at as "doneAt"`,
      from: sql`archive_destruction_items i join archive_destructions d on d.id = i.destruction_id
        where ${sql.join(conditions, sql` and `)}`,
      order: sql`d.number ${direction}, ${itemSortSources[page.sort ?? 'place']} ${direction}`,
    },
    page,
  );
}

/**
 * Inserts a list with the entries in their current state, and marks their appraisals as contained in this
 * list.
 */
export async function insertDestruction(
  tx: Tx,
  row: {
    id: string;
    number: string;
    note: string;
    at: Date;
    by: { staffId: string; name: string; orgId: string; orgName: string };
  },
  entries: readonly LockedEntry[],
): Promise<void> {
  const { id, number, note, at, by } = row;
  await tx
    .insertInto('archive_destructions')
    .values({
      id,
      number,
      org_id: by.orgId,
      org_name: by.orgName,
      note,
      state: 'proposed',
      made_at: at,
      made_by_id: by.staffId,
      made_by: by.name,
    })
    .execute();
  const items = entries.map((entry, place) => ({ ...entry, size: Number(entry.size), place: place + 1 }));
  await sql`
    insert into archive_destruction_items (destruction_id, place, workorder_id, appraisal_id, number, code, title, item_name,
      org_name, year, period, prolonged, concluded_on, kept_until, version, versions, files, size, sha256, reason, appraised_by,
      handed_over)
    select ${id}, x.place, x.id, x."appraisalId", x.number, x.code, x.title, x."itemName", x."orgName", x.year, x.period, x.prolonged,
      x."concludedOn", x."keptUntil", x.version, x.versions, x.files, x.size, x.sha256, x.reason, x."appraisedBy",
      x."handedOver"
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as x(place int, id uuid, "appraisalId" text, number text,
      code text, title text, "itemName" text, "orgName" text, year int, period text, prolonged text, "concludedOn" date, "keptUntil" date,
      version int, versions int, files int, size bigint, sha256 text, reason text, "appraisedBy" text, "handedOver" text)`.execute(
    tx,
  );
  await tx
    .updateTable('archive_appraisals')
    .set({ destruction_id: id })
    .where(
      'id',
      'in',
      entries.flatMap(({ appraisalId }) => appraisalId ?? []),
    )
    .execute();
}

/**
 * Returns the entries of a list with the appraisal and the version in it, for comparison with the current
 * ones.
 */
export async function listDestructionEntries(
  tx: Tx,
  id: string,
): Promise<{ id: string; appraisalId: string; version: number }[]> {
  const { rows } = await sql<{ id: string; appraisalId: string; version: number }>`
    select workorder_id as id, appraisal_id as "appraisalId", version from archive_destruction_items
    where destruction_id = ${id} order by place`.execute(tx);
  return rows;
}

interface DestructionDecision {
  state: 'approved' | 'refused';
  at: Date;
  by: { staffId: string; name: string };
  opinion: string;
}

export async function decideDestruction(
  tx: Tx,
  id: string,
  { state, at, by, opinion }: DestructionDecision,
): Promise<void> {
  await tx
    .updateTable('archive_destructions')
    .set({ state, decided_at: at, decided_by_id: by.staffId, decided_by: by.name, opinion })
    .where('id', '=', id)
    .execute();
}

/** Removes the appraisals from a list that was refused. */
export async function releaseAppraisals(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('archive_appraisals')
    .set({ destruction_id: null })
    .where('destruction_id', '=', id)
    .execute();
}

/**
 * Destroys the entries: after the transaction their packages cannot be opened, because their encrypted keys
 * and part lists are deleted. Their bytes are deleted later.
 */
export async function destroyEntries(tx: Tx, ids: readonly string[], on: LocalDate): Promise<void> {
  await sql`update archive_entries set state = 'destroyed', destroyed_on = ${on}, reason = '', claim = null
    where workorder_id = any(${[...ids]}::uuid[])`.execute(tx);
  await sql`update archive_packages set key_sealed = '', parts = '[]'
    where workorder_id = any(${[...ids]}::uuid[])`.execute(tx);
}

/** Lists packages that can no longer be opened and whose bytes are still stored. */
export async function listUndeletedBytes(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ bytesId: string }>`
    select bytes_id as "bytesId" from archive_packages where key_sealed = '' and bytes_id is not null
    order by workorder_id, version limit ${limit}`.execute(db);
  return rows.map(({ bytesId }) => bytesId);
}

export async function recordDeletedBytes(db: Db, bytesId: string): Promise<void> {
  await db.updateTable('archive_packages').set({ bytes_id: null }).where('bytes_id', '=', bytesId).execute();
}

/** Marks approved lists without stored bytes as done; returns each once. */
export async function finishDestructions(
  tx: Tx,
  at: Date,
): Promise<{ id: string; number: string; entries: number }[]> {
  const { rows } = await sql<{ id: string; number: string; entries: number }>`
    update archive_destructions d set state = 'done', done_at = ${at}
    where d.state = 'approved' and not exists (
      select from archive_destruction_items i join archive_packages p on p.workorder_id = i.workorder_id
      where i.destruction_id = d.id and p.key_sealed = '' and p.bytes_id is not null)
    returning d.id, d.number,
      (select count(*)::int from archive_destruction_items i where i.destruction_id = d.id) as entries`.execute(
    tx,
  );
  return rows;
}
