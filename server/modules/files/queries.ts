import { type Insertable, sql } from 'kysely';
import type { FilesTable } from '#server/database/tables.ts';
import type { Db, Tx } from '#server/database/transaction.ts';

const columns = [
  'id',
  'owner_staff_id as ownerStaffId',
  'workorder_id as workorderId',
  'name',
  'size',
  'content_type as contentType',
  'sha256',
  'created_at as createdAt',
] as const;

export async function findFile(db: Db, id: string) {
  return await db.selectFrom('files').select(columns).where('id', '=', id).executeTakeFirst();
}

export type FileRow = NonNullable<Awaited<ReturnType<typeof findFile>>>;

/** Those of the ids that a row names: of a file, or of an export, whose bytes rest in the same store. */
export async function listExisting(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from files where id = any(${[...ids]}::text[])
    union all
    select file_id as id from exports where file_id = any(${[...ids]}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** A person's own files among the ids named. */
export async function listOwnFiles(db: Db, staffId: string, ids: readonly string[]): Promise<FileRow[]> {
  return await db
    .selectFrom('files')
    .select(columns)
    .where('id', 'in', [...ids])
    .where('owner_staff_id', '=', staffId)
    .execute();
}

/** What the files of an order come to, in bytes. */
export async function countOrderBytes(db: Db, workorderId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('files')
    .select((row) => row.fn.coalesce(row.fn.sum<string>('size'), sql<string>`0`).as('bytes'))
    .where('workorder_id', '=', workorderId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

export async function insertFile(tx: Tx, row: Insertable<FilesTable>): Promise<void> {
  await tx.insertInto('files').values(row).execute();
}

/** Uploads of one person are counted one after the other, so that two at once cannot both fit into the last place. */
export async function lockUploads(tx: Tx, staffId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${staffId}`}, 0))`.execute(tx);
}

/** What a person has uploaded that no order has taken over, in bytes; of deleted drafts, which are kept a while, apart. */
export async function countLooseBytes(db: Db, staffId: string): Promise<{ loose: number; deleted: number }> {
  const { rows } = await sql<{ loose: string; deleted: string }>`
    select coalesce(sum(f.size) filter (where d.deleted_at is null), 0) as loose,
      coalesce(sum(f.size) filter (where d.deleted_at is not null), 0) as deleted
    from files f left join drafts d on d.id = f.draft_id
    where f.owner_staff_id = ${staffId} and f.workorder_id is null`.execute(db);
  return { loose: Number(rows[0]?.loose), deleted: Number(rows[0]?.deleted) };
}

/** The draft holds exactly these of its owner's files that no order has. */
export async function holdForDraft(
  tx: Tx,
  draft: { id: string; staffId: string },
  ids: readonly string[],
): Promise<void> {
  await sql`
    update files set draft_id = case when id = any(${ids}::text[]) then ${draft.id}::uuid end
    where owner_staff_id = ${draft.staffId} and workorder_id is null
      and (id = any(${ids}::text[]) and draft_id is distinct from ${draft.id}::uuid
        or draft_id = ${draft.id}::uuid and id <> all(${ids}::text[]))`.execute(tx);
}

/** Deletes those of a person's files that no order has taken; answers their ids. */
export async function deleteOwnUnattached(
  tx: Tx,
  staffId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .deleteFrom('files')
    .where('id', 'in', [...ids])
    .where('owner_staff_id', '=', staffId)
    .where('workorder_id', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the rows of files that nobody has taken since; answers their ids. */
export async function deleteUnattached(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from files where id in (
      select id from files f
      where workorder_id is null and created_at < ${before}
        and not exists (select from drafts d where d.id = f.draft_id)
        and not exists (select from staged_tasks g where g.id = f.draft_id)
      order by created_at limit ${limit} for update skip locked)
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
