import { type RawBuilder, sql } from 'kysely';
import type { archiveHandOvers } from '#contract/archive-hand-overs.ts';
import { type HandOverState, HandOverState as state } from '#domain/archive/archive-state.ts';
import type { SortName } from '#server/framework/lists/sort-name.ts';
import { likePattern } from '#server/kernel/database/like.ts';
import { readPage } from '#server/kernel/database/read-page.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { isOfOrganisation } from './catalogue.queries.ts';

export interface ArchiveHandOverRow {
  id: string;
  number: string;
  receiver: string;
  note: string;
  state: HandOverState;
  packages: number;
  size: number;
  madeAt: Date;
  madeBy: string;
  handedOn: string | null;
  receivedBy: string;
}

const columns = sql`h.id, h.number, h.receiver, h.note, h.state, h.made_at as "madeAt", h.made_by as "madeBy",
  h.handed_on as "handedOn", h.received_by as "receivedBy",
  (select count(*)::int from archive_hand_over_packages hp where hp.hand_over_id = h.id) as packages,
  (select coalesce(sum(p.size), 0)::bigint from archive_hand_over_packages hp
    join archive_packages p on p.workorder_id = hp.workorder_id and p.version = hp.version
    where hp.hand_over_id = h.id) as size`;

const sortSources: Record<SortName<typeof archiveHandOvers.page>, RawBuilder<unknown>> = {
  madeAt: sql`h.made_at`,
};

export async function pageOfHandOvers(
  db: Db,
  orgId: string,
  filters: { keyword?: string | undefined; state?: HandOverState | undefined },
  page: { page: number; size: number; sort?: keyof typeof sortSources; order: 'asc' | 'desc' },
) {
  const pattern = filters.keyword ? `%${likePattern(filters.keyword)}%` : '';
  const conditions = [
    isOfOrganisation(orgId, sql`h.org_id`),
    ...(pattern === '' ? [] : [sql`(h.number like ${pattern} or h.receiver like ${pattern})`]),
    ...(filters.state ? [sql`h.state = ${filters.state}`] : []),
  ];
  const direction = page.order === 'asc' ? sql`asc` : sql`desc`;
  return await readPage<ArchiveHandOverRow>(
    db,
    {
      columns,
      from: sql`archive_hand_overs h where ${sql.join(conditions, sql` and `)}`,
      order: sql`${sortSources[page.sort ?? 'madeAt']} ${direction}, h.id ${direction}`,
    },
    page,
  );
}

export async function findHandOver(
  db: Db,
  orgId: string,
  id: string,
): Promise<ArchiveHandOverRow | undefined> {
  const { rows } = await sql<ArchiveHandOverRow>`select ${columns} from archive_hand_overs h
    where h.id = ${id} and ${isOfOrganisation(orgId, sql`h.org_id`)}`.execute(db);
  return rows[0];
}

/**
 * Returns the next number of a transfer (`YJ2026-0001`) or of a destruction list (`XH2026-0001`): no number is
 * assigned twice, even after a transfer was cancelled. The numbers are counted in the table of the 件号 (item
 * numbers), with an empty period, which no order has.
 */
export async function nextListNumber(tx: Tx, letters: 'YJ' | 'XH', year: number): Promise<string> {
  const prefix = `${letters}${year}-`;
  const { rows } = await sql<{ last: number }>`
    insert into archive_counters as counter (fonds, year, period, department, last)
    select ${letters}, ${year}, '', '', coalesce(max(substr(number, ${prefix.length + 1}::int)::int), 0) + 1
    from archive_hand_overs where number like ${`${prefix}%`}
    on conflict (fonds, year, period, department) do update set last = counter.last + 1
    returning last`.execute(tx);
  return prefix + String(rows[0]?.last ?? 1).padStart(4, '0');
}

export async function insertHandOver(
  tx: Tx,
  row: { id: string; number: string; orgId: string; receiver: string; note: string; at: Date; by: string },
): Promise<void> {
  const { id, number, receiver, note } = row;
  await tx
    .insertInto('archive_hand_overs')
    .values({
      id,
      number,
      org_id: row.orgId,
      receiver,
      note,
      state: state.prepared,
      made_at: row.at,
      made_by: row.by,
    })
    .execute();
}

/** Adds packages to a hand-over, in their order; their entries are locked, and no package is added twice. */
export async function addPackages(
  tx: Tx,
  handOverId: string,
  packages: readonly { id: string; version: number }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into archive_hand_over_packages (workorder_id, version, hand_over_id, place)
    select x.id, x.version, ${handOverId}, x.place
    from jsonb_to_recordset(${JSON.stringify(packages.map((one, place) => ({ ...one, place })))}::jsonb)
      as x(id uuid, version int, place int)
    on conflict (workorder_id, version) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Marks a transfer as done; returns whether it was still open. */
export async function markDone(
  tx: Tx,
  id: string,
  { handedOn, receivedBy }: { handedOn: string; receivedBy: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('archive_hand_overs')
    .set({ state: state.done, handed_on: handedOn, received_by: receivedBy })
    .where('id', '=', id)
    .where('state', '=', state.prepared)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deletePreparedHandOver(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('archive_hand_overs')
    .where('id', '=', id)
    .where('state', '=', state.prepared)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export interface HandOverPackageRow {
  id: string;
  number: string;
  version: number;
  bytesId: string;
  keySealed: string;
  size: number;
  sha256: string;
  files: number;
  madeAt: Date;
  found: string | null;
}

/** Lists the packages of a hand-over in their order. */
export async function listPackagesOfHandOver(db: Db, id: string): Promise<HandOverPackageRow[]> {
  const { rows } = await sql<HandOverPackageRow>`
    select p.workorder_id as id, e.number, p.version, coalesce(p.bytes_id, '') as "bytesId", p.key_sealed as "keySealed", p.size,
      p.sha256, p.files, p.made_at as "madeAt", p.found
    from archive_hand_over_packages hp
    join archive_packages p on p.workorder_id = hp.workorder_id and p.version = hp.version
    join archive_entries e on e.workorder_id = hp.workorder_id
    where hp.hand_over_id = ${id} order by hp.place`.execute(db);
  return rows;
}

/** Records the download of each package of a hand-over; the rows of one download share its id. */
export async function recordDownload(
  tx: Tx,
  { id, download, purpose }: { id: string; download: string; purpose: string },
  by: { staffId: string; name: string; orgName: string; at: Date },
): Promise<void> {
  await sql`
    insert into archive_retrievals
      (id, workorder_id, number, title, org_id, version, kind, purpose, staff_id, staff_name, org_name, at)
    select ${`${download}.`} || row_number() over (order by hp.place), e.workorder_id, coalesce(e.number, ''), e.title,
      e.org_id, hp.version, 'download', ${purpose}, ${by.staffId}, ${by.name}, ${by.orgName}, ${by.at}
    from archive_hand_over_packages hp join archive_entries e on e.workorder_id = hp.workorder_id
    where hp.hand_over_id = ${id}`.execute(tx);
}
