import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** Number of tries, because another process may delete the blob between two statements. */
const maxAttempts = 5;

/**
 * Returns the blob of a content, locked until the transaction ends; creates one with this id if there is
 * none.
 */
export async function lockOrCreateBlob(
  tx: Tx,
  content: { id: string; sha256: string; size: number },
  now: Date,
): Promise<string> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    await tx
      .insertInto('blobs')
      .values({ id: content.id, sha256: content.sha256, size: content.size, created_at: now })
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .execute();
    const blobId = await lockBlob(tx, content.sha256);
    // It is undefined if the blob existed, and was deleted with its last file between the two statements.
    if (blobId !== undefined) return blobId;
  }
  throw new Error(`There is no stored content for ${content.sha256}`);
}

/** Returns the existing blob of a content, locked until the transaction ends. */
export async function lockBlob(tx: Tx, sha256: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from blobs where sha256 = ${sha256} for key share`.execute(tx);
  return rows[0]?.id;
}

export async function findBlob(db: Db, sha256: string): Promise<string | undefined> {
  const row = await db.selectFrom('blobs').select('id').where('sha256', '=', sha256).executeTakeFirst();
  return row?.id;
}

/**
 * Deletes the blob with this id, if there is one, unless a file refers to it; returns whether a row refers to
 * bytes with this id.
 */
export async function deleteUnusedBlob(tx: Tx, id: string): Promise<boolean> {
  // The blob is locked before its references are read: a transaction that adds a reference locks it too, so that
  // this statement waits for it.
  await sql`select from blobs where id = ${id} for update`.execute(tx);
  if ((await listReferencedIds(tx, [id])).length > 0) return true;
  await tx.deleteFrom('blobs').where('id', '=', id).execute();
  return false;
}

/**
 * Returns the ids of stored bytes to which a row refers: a file, a chunk, an export or an archive package; a destroyed
 * archive package refers to none.
 */
async function listReferencedIds(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select blob_id as id from files where blob_id = any(${[...ids]}::text[])
    union
    select id from files where id = any(${[...ids]}::text[]) and blob_id is null
    union
    select file_id as id from exports where file_id = any(${[...ids]}::text[])
    union
    select bytes_id as id from archive_packages where bytes_id = any(${[...ids]}::text[]) and key_sealed <> ''
    union
    select bytes_id as id from upload_chunks where bytes_id = any(${[...ids]}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Changes the id of a blob; the database updates the references of its files. */
export async function renameBlob(tx: Tx, id: string, newId: string): Promise<void> {
  await tx.updateTable('blobs').set({ id: newId }).where('id', '=', id).execute();
}

export async function setBlobOfFile(tx: Tx, fileId: string, blobId: string): Promise<void> {
  await tx.updateTable('files').set({ blob_id: blobId }).where('id', '=', fileId).execute();
}

/** Lists blobs older than the given time to which no file refers. */
export async function listUnusedBlobs(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from blobs b where created_at < ${before}
      and not exists (select from files f where f.blob_id = b.id) limit 1000`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists documents of orders that have their own bytes, by id. */
export async function listFilesWithoutBlob(
  db: Db,
  after: string,
  limit: number,
): Promise<{ id: string; sha256: string; size: number }[]> {
  return await db
    .selectFrom('files')
    .select(['id', 'sha256', 'size'])
    .where('blob_id', 'is', null)
    .where('workorder_id', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}
