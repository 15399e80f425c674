import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** Queues a thumbnail, unless one of the same bytes exists or waits. Returns whether the bytes are a blob. */
export async function queueThumbnail(tx: Tx, blobId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with there as (select id from blobs where id = ${blobId}),
      wanted as (insert into thumbnails (blob_id) select id from there on conflict do nothing)
    select id from there`.execute(tx);
  return rows.length > 0;
}

export async function listThumbnails(db: Db, blobIds: readonly string[]) {
  if (blobIds.length === 0) return [];
  return await db
    .selectFrom('thumbnails')
    .select(['blob_id as blobId', 'picture', 'tried_at as triedAt'])
    .where('blob_id', 'in', [...blobIds])
    .execute();
}

/** Lists the bytes whose thumbnail still has to be created. */
export async function listQueuedThumbnails(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('thumbnails')
    .select('blob_id as blobId')
    .where('tried_at', 'is', null)
    .orderBy('blob_id')
    .limit(limit)
    .execute();
  return rows.map(({ blobId }) => blobId);
}

/** Stores the result permanently; does nothing if the bytes have been deleted meanwhile. */
export async function storeThumbnail(
  tx: Tx,
  thumbnail: { blobId: string; picture: Buffer | null },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('thumbnails')
    .set({ picture: thumbnail.picture, tried_at: now })
    .where('blob_id', '=', thumbnail.blobId)
    .where('tried_at', 'is', null)
    .execute();
}
