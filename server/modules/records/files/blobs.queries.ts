import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/**
 * The number of times another process may take the blob away between two statements before it is an error.
 */
const tries = 5;

/** The blob of a content, held until the transaction ends; a new one under this id where there is none. */
export async function claimBlob(
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
    const held = await holdBlob(tx, content.sha256);
    // Nothing: it was there and its last file went in that very moment.
    if (held !== undefined) return held;
  }
  throw new Error(`No blob for ${content.sha256}`);
}

/** The blob of a content that is there, held until the transaction ends. */
export async function holdBlob(tx: Tx, sha256: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from blobs where sha256 = ${sha256} for key share`.execute(tx);
  return rows[0]?.id;
}

export async function findBlob(db: Db, sha256: string): Promise<string | undefined> {
  const found = await db.selectFrom('blobs').select('id').where('sha256', '=', sha256).executeTakeFirst();
  return found?.id;
}

/** Deletes the blob of that id, if there is one, unless a file names it; answers whether a row names bytes of that id. */
export async function dropBlobUnlessNamed(tx: Tx, id: string): Promise<boolean> {
  // Locked before its references are read: a transaction that adds one locks it too, and is waited for.
  await sql`select from blobs where id = ${id} for update`.execute(tx);
  if ((await listNamed(tx, [id])).length > 0) return true;
  await tx.deleteFrom('blobs').where('id', '=', id).execute();
  return false;
}

/** Those of the ids under which bytes rest that a row names: of a file, of a chunk, of an export or of an archive package; one that was destroyed names none. */
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

/** The bytes rest under another id from now on; the files that name them follow. */
export async function renameBlob(tx: Tx, id: string, to: string): Promise<void> {
  await tx.updateTable('blobs').set({ id: to }).where('id', '=', id).execute();
}

export async function nameBlob(tx: Tx, fileId: string, blobId: string): Promise<void> {
  await tx.updateTable('files').set({ blob_id: blobId }).where('id', '=', fileId).execute();
}

/** Blobs of before that time which no file names. */
export async function listUnnamedBlobs(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from blobs b where created_at < ${before}
      and not exists (select from files f where f.blob_id = b.id) limit 1000`.execute(db);
  return rows.map(({ id }) => id);
}

/** Papers of orders that have bytes of their own, by id. */
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
