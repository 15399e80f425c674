import { type Insertable, sql } from 'kysely';
import type { FilesTable } from '#server/kernel/database/file-tables.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

const columns = [
  'id',
  // The id of its bytes, which may have been stored for another file with the same content.
  sql<string>`coalesce(blob_id, id)`.as('bytesId'),
  'owner_staff_id as ownerStaffId',
  'workorder_id as workorderId',
  'name',
  'size',
  'content_type as contentType',
  'sha256',
  'is_public as isPublic',
  'created_at as createdAt',
  'made_of as sourceOrderIds',
] as const;

/** Condition that the portal did not create the file as a document of an order. */
const isNoOrderDocument = sql<boolean>`not exists (
  select from order_documents d where d.id = files.id or d.docx_id = files.id)`;

/** Condition that no shared element has the file; it belongs to the office, not to the person who uploaded it. */
const isOfNoElement = sql<boolean>`not exists (select from shared_elements e where e.file_id = files.id)`;

/** Returns those of the files that a shared element of forms has: every signed-in person may read them. */
export async function listElementFiles(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('shared_elements')
    .innerJoin('files', 'files.id', 'shared_elements.file_id')
    .select('file_id')
    .where(sql<boolean>`file_id = any(${[...ids]}::text[])`)
    // A file that its uploader attached to an order at the same moment is a document of that order.
    .where('files.workorder_id', 'is', null)
    .execute();
  return new Set(rows.map(({ file_id }) => file_id));
}

/**
 * Returns a person's own upload that nothing uses yet, locked until the transaction ends; undefined for any other
 * file.
 */
export async function lockFreeUpload(tx: Tx, staffId: string, id: string): Promise<FileRow | undefined> {
  return await tx
    .selectFrom('files')
    .select(columns)
    .where('id', '=', id)
    .where('owner_staff_id', '=', staffId)
    .where('workorder_id', 'is', null)
    .where('draft_id', 'is', null)
    .where('made_of', 'is', null)
    .where('is_public', '=', false)
    .where(isOfNoElement)
    .where(isNoOrderDocument)
    .forUpdate()
    .executeTakeFirst();
}

export async function findFile(db: Db, id: string) {
  return await db.selectFrom('files').select(columns).where('id', '=', id).executeTakeFirst();
}

export type FileRow = NonNullable<Awaited<ReturnType<typeof findFile>>>;

/** Lists files by their ids, in no particular order. */
export async function listFiles(db: Db, ids: readonly string[]): Promise<FileRow[]> {
  return await db
    .selectFrom('files')
    .select(columns)
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute();
}

/** Checks whether the portal itself created the file: a document of an order, or its text version. */
export async function isDocumentOfOrder(db: Db, fileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('order_documents')
    .select('id')
    .where((where) => where.or([where('id', '=', fileId), where('docx_id', '=', fileId)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists the given files that are unconfirmed documents: created for a preview, and not in force. */
export async function listUnconfirmedDocuments(db: Db, fileIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('order_documents')
    .select('id')
    .where(sql<boolean>`id = any(${[...fileIds]}::text[])`)
    .where('activated_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Checks whether the audit log shows that this person has downloaded this file since then. */
export async function wasDownloadedSince(
  db: Db,
  { fileId, staffId, since }: { fileId: string; staffId: string; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('audit_links')
    .select('seq')
    .where('object_kind', '=', 'file')
    .where('object_id', '=', fileId)
    .where('action', '=', 'file.download')
    .where('staff_id', '=', staffId)
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns a person's own uploads among the ids, except public pictures, which never become documents. Files
 * created by the portal are not uploads: only its own action attaches a document to its order, and no action
 * that refers to its file. Nor does the file of a shared element become a document.
 */
export async function listOwnFiles(db: Db, staffId: string, ids: readonly string[]): Promise<FileRow[]> {
  return await db
    .selectFrom('files')
    .select(columns)
    .where('id', 'in', [...ids])
    .where('owner_staff_id', '=', staffId)
    .where('is_public', '=', false)
    .where(isNoOrderDocument)
    .where(isOfNoElement)
    .execute();
}

/** Returns the size of all files of an order, in bytes. */
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

/**
 * Locks the uploads of one person while they are counted, so that two concurrent ones cannot both take the
 * last free space.
 */
export async function lockUploads(tx: Tx, staffId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${staffId}`}, 0))`.execute(tx);
}

/**
 * Returns the bytes of a person's uploads that are attached to no order; counts the bytes of deleted drafts,
 * which are kept for a while, and of public pictures separately.
 */
export async function countUnattachedBytes(
  db: Db,
  staffId: string,
): Promise<{ unattached: number; deleted: number; public: number }> {
  const { rows } = await sql<{ unattached: string; deleted: string; shown: string }>`
    select coalesce(sum(f.size) filter (where not f.is_public and d.deleted_at is null), 0) as unattached,
      coalesce(sum(f.size) filter (where not f.is_public and d.deleted_at is not null), 0) as deleted,
      coalesce(sum(f.size) filter (where f.is_public), 0) as shown
    from files f left join drafts d on d.id = f.draft_id
    where f.owner_staff_id = ${staffId} and f.workorder_id is null
      and not exists (select from shared_elements e where e.file_id = f.id)`.execute(db);
  const [totals] = rows;
  return {
    unattached: Number(totals?.unattached),
    deleted: Number(totals?.deleted),
    public: Number(totals?.shown),
  };
}

/** Reserves for the draft exactly these files of its owner, as far as they are not attached to an order. */
export async function attachFilesToDraft(
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

/** A file whose row was deleted, and the id of its bytes. */
export interface DeletedFile {
  id: string;
  bytesId: string;
}

/** Deletes those of a person's files that neither an order nor a shared element has. */
export async function deleteOwnUnattached(
  tx: Tx,
  staffId: string,
  ids: readonly string[],
): Promise<DeletedFile[]> {
  if (ids.length === 0) return [];
  return await tx
    .deleteFrom('files')
    .where('id', 'in', [...ids])
    .where('owner_staff_id', '=', staffId)
    .where('workorder_id', 'is', null)
    .where(isOfNoElement)
    .returning(['id', sql<string>`coalesce(blob_id, id)`.as('bytesId')])
    .execute();
}

/** Deletes the rows of files created before a time that no order, draft or shared element has. */
export async function deleteUnattached(tx: Tx, before: Date, limit: number): Promise<DeletedFile[]> {
  const { rows } = await sql<DeletedFile>`
    delete from files where id in (
      select id from files f
      where workorder_id is null and not is_public and created_at < ${before}
        and not exists (select from drafts d where d.id = f.draft_id)
        and not exists (select from staged_tasks g where g.id = f.draft_id)
        and not exists (select from shared_elements e where e.file_id = f.id)
      order by created_at limit ${limit} for update skip locked)
    returning id, coalesce(blob_id, id) as "bytesId"`.execute(tx);
  return rows;
}
