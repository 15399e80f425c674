import { sql } from 'kysely';
import type { ListView, ViewContent } from '#contract/list-views.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** The person who reads views: the person's own ones, and those that a member of the organisation has shared. */
export interface ViewReader {
  staffId: string;
  orgId: string;
}

const columnsFor = ({ staffId }: ViewReader) => sql`v.id, v.list, v.name, v.content,
  v.staff_id = ${staffId} as mine, owner.name as "ownerName", v.shared_with is not null as shared,
  exists (select from list_view_defaults d
    where d.staff_id = ${staffId} and d.list = v.list and d.view_id = v.id) as "isDefault"`;

const canOpen = ({ staffId, orgId }: ViewReader) =>
  sql`v.deleted_at is null and (v.staff_id = ${staffId} or v.shared_with = ${orgId})`;

/** Lists the reader's own views first, in their order, then those of other people by name. */
export async function listViews(db: Db, reader: ViewReader, list: string): Promise<ListView[]> {
  const { rows } = await sql<ListView>`
    select ${columnsFor(reader)} from list_views v join staff owner on owner.id = v.staff_id
    where v.list = ${list} and ${canOpen(reader)}
    order by (v.staff_id = ${reader.staffId}) desc, case when v.staff_id = ${reader.staffId} then v.sort_by end,
      v.name, v.id limit 300`.execute(db);
  return rows;
}

export async function findView(db: Db, reader: ViewReader, id: string): Promise<ListView | undefined> {
  const { rows } = await sql<ListView>`
    select ${columnsFor(reader)} from list_views v join staff owner on owner.id = v.staff_id
    where v.id = ${id} and ${canOpen(reader)}`.execute(db);
  return rows[0];
}

/** Locks a view that the reader may open, so that it cannot be deleted or unshared meanwhile. */
export async function lockView(
  tx: Tx,
  reader: ViewReader,
  id: string,
): Promise<Pick<ListView, 'list' | 'name'> | undefined> {
  const { rows } = await sql<Pick<ListView, 'list' | 'name'>>`
    select v.list, v.name from list_views v where v.id = ${id} and ${canOpen(reader)} for share`.execute(tx);
  return rows[0];
}

/** Locks the views of a person, so that concurrent saves cannot use the same name twice. */
export async function lockOwnViews(tx: Tx, staffId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`list-views:${staffId}`}, 0))`.execute(tx);
}

export interface OwnView {
  id: string;
  list: string;
  name: string;
  content: ViewContent;
  /** Organisation with which the view is shared; null if it is private. */
  sharedWith: string | null;
}

/** Locks a view of this person until the transaction ends; with `deleted`, only a deleted view is found. */
export async function lockOwnView(
  tx: Tx,
  staffId: string,
  id: string,
  deleted = false,
): Promise<OwnView | undefined> {
  const { rows } = await sql<OwnView>`
    select id, list, name, content, shared_with as "sharedWith" from list_views
    where id = ${id} and staff_id = ${staffId} and (deleted_at is not null) = ${deleted} for update`.execute(
    tx,
  );
  return rows[0];
}

/** Locks a view that is still shared by a person who has left, until the transaction ends. */
export async function lockViewOfDeparted(tx: Tx, id: string): Promise<OwnView | undefined> {
  const { rows } = await sql<OwnView>`
    select v.id, v.list, v.name, v.content, v.shared_with as "sharedWith" from list_views v
    join staff owner on owner.id = v.staff_id and owner.disabled_at is not null
    where v.id = ${id} and v.shared_with is not null and v.deleted_at is null for update of v`.execute(tx);
  return rows[0];
}

/** Lists the person's views that colleagues can see. */
export async function listSharedViews(db: Db, staffId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from list_views
    where staff_id = ${staffId} and shared_with is not null and deleted_at is null order by name, id`.execute(
    db,
  );
  return rows;
}

/** Lists the names of the person's other views of a list. */
export async function listOtherNames(tx: Tx, staffId: string, list: string, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('list_views')
    .select('name')
    .where('staff_id', '=', staffId)
    .where('list', '=', list)
    .where('deleted_at', 'is', null)
    .where('id', '<>', id)
    .execute();
  return rows.map(({ name }) => name);
}

/** Counts the views of a person in all lists, including deleted ones that can be restored. */
export async function countViewsOf(tx: Tx, staffId: string): Promise<number> {
  const { rows } = await sql<{ views: number }>`
    select count(*)::int as views from list_views where staff_id = ${staffId}`.execute(tx);
  return rows[0]?.views ?? 0;
}

/** Permanently removes views deleted before the given time. */
export async function purgeDeletedViews(tx: Tx, staffId: string, before: Date): Promise<void> {
  await tx
    .deleteFrom('list_views')
    .where('staff_id', '=', staffId)
    .where('deleted_at', '<', before)
    .execute();
}

export async function insertView(
  tx: Tx,
  view: { id: string; list: string; staffId: string; name: string; content: ViewContent; now: Date },
): Promise<void> {
  await sql`
    insert into list_views (id, list, staff_id, name, content, sort_by, updated_at)
    select ${view.id}, ${view.list}, ${view.staffId}, ${view.name}, ${JSON.stringify(view.content)}::jsonb,
      coalesce(max(sort_by), 0) + 1, ${view.now}
    from list_views where staff_id = ${view.staffId} and list = ${view.list}`.execute(tx);
}

export async function updateView(
  tx: Tx,
  id: string,
  values: { name: string; content: ViewContent; sharedWith: string | null; now: Date },
): Promise<void> {
  await sql`
    update list_views set name = ${values.name}, content = ${JSON.stringify(values.content)}::jsonb,
      shared_with = ${values.sharedWith}, updated_at = ${values.now} where id = ${id}`.execute(tx);
}

/** Removes a view that is no longer shared from the defaults of other people. */
export async function removeDefaultsOfOthers(
  tx: Tx,
  id: string,
  exceptStaffId: string | null,
): Promise<void> {
  await sql`
    delete from list_view_defaults where view_id = ${id} and staff_id is distinct from ${exceptStaffId}`.execute(
    tx,
  );
}

export async function reorderViews(
  tx: Tx,
  staffId: string,
  list: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update list_views v set sort_by = coalesce(array_position(${[...ids]}::text[], v.id), 1000 + v.sort_by)
    where v.staff_id = ${staffId} and v.list = ${list}`.execute(tx);
}

export async function setDefault(tx: Tx, staffId: string, list: string, id: string | null): Promise<void> {
  if (id === null) {
    await tx
      .deleteFrom('list_view_defaults')
      .where('staff_id', '=', staffId)
      .where('list', '=', list)
      .execute();
    return;
  }
  await tx
    .insertInto('list_view_defaults')
    .values({ staff_id: staffId, list, view_id: id })
    .onConflict((conflict) => conflict.columns(['staff_id', 'list']).doUpdateSet({ view_id: id }))
    .execute();
}

export async function markDeleted(tx: Tx, id: string, deletedAt: Date | null): Promise<void> {
  await tx.updateTable('list_views').set({ deleted_at: deletedAt }).where('id', '=', id).execute();
}
