import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** A large file that is being uploaded. */
export interface ChunkedUpload {
  id: string;
  staffId: string;
  md5: string;
  name: string;
  size: number;
  chunkSize: number;
  chunks: number;
}

const columns = [
  'id',
  'staff_id as staffId',
  'md5',
  'name',
  'size',
  'chunk_size as chunkSize',
  'chunks',
] as const;

export async function findUpload(
  db: Db,
  key: { staffId: string; md5: string; name: string },
): Promise<ChunkedUpload | undefined> {
  return await db
    .selectFrom('chunked_uploads')
    .select(columns)
    .where('staff_id', '=', key.staffId)
    .where('md5', '=', key.md5)
    .where('name', '=', key.name)
    .executeTakeFirst();
}

export async function insertUpload(tx: Tx, upload: ChunkedUpload, now: Date): Promise<void> {
  const { staffId, chunkSize, ...columnValues } = upload;
  await tx
    .insertInto('chunked_uploads')
    .values({ ...columnValues, staff_id: staffId, chunk_size: chunkSize, created_at: now, seen_at: now })
    .execute();
}

/** Returns the number of a person's open uploads and the bytes that they will have when they are complete. */
export async function countOpenUploads(db: Db, staffId: string): Promise<{ uploads: number; bytes: number }> {
  const { rows } = await sql<{ uploads: string; bytes: string }>`
    select count(*) as uploads, coalesce(sum(size), 0) as bytes
    from chunked_uploads where staff_id = ${staffId}`.execute(db);
  return { uploads: Number(rows[0]?.uploads), bytes: Number(rows[0]?.bytes) };
}

export interface UploadChunk {
  number: number;
  bytesId: string;
  size: number;
}

/** Records a chunk; returns false if it was already recorded. */
export async function insertChunk(tx: Tx, uploadId: string, chunk: UploadChunk, now: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('upload_chunks')
    .values({ upload_id: uploadId, number: chunk.number, bytes_id: chunk.bytesId, size: chunk.size })
    .onConflict((conflict) => conflict.columns(['upload_id', 'number']).doNothing())
    .returning('number')
    .executeTakeFirst();
  await tx.updateTable('chunked_uploads').set({ seen_at: now }).where('id', '=', uploadId).execute();
  return inserted !== undefined;
}

export async function listChunks(db: Db, uploadId: string): Promise<UploadChunk[]> {
  return await db
    .selectFrom('upload_chunks')
    .select(['number', 'bytes_id as bytesId', 'size'])
    .where('upload_id', '=', uploadId)
    .orderBy('number')
    .execute();
}

/** Seconds for which the process that assembles a file may be silent, by the clock of the database. */
const silentSeconds = 20;

/** Claims the assembly of an upload, unless a running process has claimed it. */
export async function claimUpload(db: Db, uploadId: string, claim: string): Promise<boolean> {
  const { rows } = await sql`
    update chunked_uploads set claim = ${claim}, claimed_at = clock_timestamp()
    where id = ${uploadId}
      and (claim is null or claimed_at < clock_timestamp() - make_interval(secs => ${silentSeconds}))
    returning id`.execute(db);
  return rows.length > 0;
}

export async function renewUploadClaim(db: Db, uploadId: string, claim: string): Promise<void> {
  await sql`update chunked_uploads set claimed_at = clock_timestamp()
    where id = ${uploadId} and claim = ${claim}`.execute(db);
}

export async function releaseClaim(db: Db, uploadId: string, claim: string): Promise<void> {
  await sql`update chunked_uploads set claim = null where id = ${uploadId} and claim = ${claim}`.execute(db);
}

/**
 * Deletes an upload with its chunks; if a claim is given, only if it is still valid. Returns the ids of the bytes of
 * its chunks; undefined if nothing was deleted.
 */
export async function deleteUpload(tx: Tx, uploadId: string, claim?: string): Promise<string[] | undefined> {
  const { rows: locked } = await sql`
    select from chunked_uploads where id = ${uploadId}
      and (${claim ?? null}::text is null or claim = ${claim ?? null}) for update`.execute(tx);
  if (locked.length === 0) return undefined;
  const chunks = await listChunks(tx, uploadId);
  await tx.deleteFrom('chunked_uploads').where('id', '=', uploadId).execute();
  return chunks.map(({ bytesId }) => bytesId);
}

/** Lists uploads that have not been continued since that time. */
export async function listStaleUploads(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('chunked_uploads')
    .select('id')
    .where('seen_at', '<', before)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the latest file with this content that the person has uploaded in chunks. */
export async function findEarlierUpload(
  db: Db,
  staffId: string,
  md5: string,
): Promise<
  | {
      id: string;
      name: string;
      size: number;
      sha256: string;
      contentType: string;
      workorderId: string | null;
    }
  | undefined
> {
  return await db
    .selectFrom('files')
    .select(['id', 'name', 'size', 'sha256', 'content_type as contentType', 'workorder_id as workorderId'])
    .where('owner_staff_id', '=', staffId)
    .where('md5', '=', md5)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
