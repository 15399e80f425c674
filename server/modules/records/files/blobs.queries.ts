import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** How often another process may delete the blob between two statements before this is an error. */
const tries = 5;

/**
 * Returns the blob of a content, locked until the transaction ends; creates one with this id if there is
 * none.
 */
export async function lockOrCreateBlob(
  tx: Tx,
  content: { id: string; sha256: string; size: number },
  now: Date,
): Promise<string> {
  for (let turn = 0; turn < tries; turn += 1) {
    await tx
      .insertInto('blobs')
      .values({ id: content.id, sha256: content.sha256, size: content.size, created_at: now })
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .execute();
    const held = await lockBlob(tx, content.sha256);
    // Undefined if it existed and was deleted with its last file just then.
    if (held !== undefined) return held;
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
  const found = await db.selectFrom('blobs').select('id').where('sha256', '=', sha256).executeTakeFirst();
  return found?.id;
}

/**
 * Deletes the blob with this id, if there is one, unless a file refers to it; returns whether a row refers to
 * bytes with this id.
 */
export async function deleteUnusedBlob(tx: Tx, id: string): Promise<boolean> {
  // Locked before its references are read: a transaction that adds one locks it too, so this waits for it.
  await sql`select from blobs where id = ${id} for update`.execute(tx);
  if ((await listNamed(tx, [id])).length > 0) return true;
  await tx.deleteFrom('blobs').where('id', '=', id).execute();
  return false;
}

/**
 * Returns those of the ids of stored bytes that a row refers to: a file, a chunk, an export or an archive
 * package; one that was destroyed refers to none.
 */
async function listNamed(db: Db, ids: readonly string[]): Promise<string[]> {
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

/** Changes the id of a blob, and the references of its files. */
export async function renameBlob(tx: Tx, id: string, to: string): Promise<void> {
  await tx.updateTable('blobs').set({ id: to }).where('id', '=', id).execute();
}

export async function setBlobOfFile(tx: Tx, fileId: string, blobId: string): Promise<void> {
  await tx.updateTable('files').set({ blob_id: blobId }).where('id', '=', fileId).execute();
}

/** Lists blobs older than the given time that no file refers to. */
export async function listUnnamedBlobs(db: Db, before: Date): Promise<string[]> {
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
