import type { Actor } from '#domain/access/actor.ts';
import { hasThumbnail } from '#server/adapters/files/content-type.ts';
import type { Context } from '#server/framework/context.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { QueueFullError } from '#server/kernel/processes/child-pool.ts';
import { listReadableFiles, type MayReadOrder } from './readable-files.ts';
import * as queries from './thumbnails.queries.ts';

type ThumbnailContext = Pick<JobContext, 'db' | 'files' | 'conversionPool' | 'now' | 'log' | 'stopSignal'>;

/** The number of files in one run of the job; the others wait for the next run. */
const batchSize = 200;

/** Creates the waiting thumbnails. Returns how many were tried. */
export async function makeThumbnails(context: ThumbnailContext): Promise<number> {
  const blobIds = await queries.listQueuedThumbnails(context.db, batchSize);
  for (const blobId of blobIds) {
    if (context.stopSignal?.aborted) break;
    await makeOne(context, blobId, 'files.thumbnails');
  }
  return blobIds.length;
}

/** Tries once: if the bytes cannot be drawn, no thumbnail is created, now or later. */
async function makeOne(context: ThumbnailContext, blobId: string, requester: string): Promise<Buffer | null> {
  let picture: Buffer | null = null;
  try {
    const localCopy = await context.files.openLocalCopy(blobId);
    try {
      const result = await context.conversionPool.make(
        { work: 'thumbnail', path: localCopy.path },
        requester,
      );
      if (result !== undefined && !('problem' in result)) picture = Buffer.from(result);
    } finally {
      await localCopy.release();
    }
  } catch (error) {
    // The thumbnail stays queued for the job.
    if (error instanceof QueueFullError) return null;
    context.log.warn({ error, blobId }, 'A thumbnail could not be created');
    // If the store is unavailable, the job tries again; if the bytes are lost, it does not.
    if ((await context.files.size(blobId).catch(() => 0)) !== undefined) return null;
  }
  await inTransaction(context.db, (tx) => queries.storeThumbnail(tx, { blobId, picture }, context.now()));
  return picture;
}

/**
 * Returns thumbnails of the files that the person may read, as data URLs. Missing ones, for example of
 * older files, are created at once. A thumbnail next to a name does not count as reading the file, and is not
 * logged as such.
 */
export async function getThumbnails(
  context: Context,
  actor: Actor,
  selection: { ids: readonly string[]; mayRead: MayReadOrder },
): Promise<{ id: string; picture: string }[]> {
  const readable = await listReadableFiles(context, actor, selection.ids, selection.mayRead);
  const files = readable.filter(({ contentType }) => hasThumbnail(contentType));
  const rowsByBlob = new Map(
    (
      await queries.listThumbnails(
        context.db,
        files.map(({ bytesId }) => bytesId),
      )
    ).map((row) => [row.blobId, row]),
  );
  const rows: { id: string; picture: string }[] = [];
  for (const { id, bytesId } of files) {
    const row = rowsByBlob.get(bytesId);
    const picture = row?.triedAt ? row.picture : await makeNow(context, bytesId, actor.staffId);
    if (picture) rows.push({ id, picture: `data:image/webp;base64,${picture.toString('base64')}` });
  }
  return rows;
}

async function makeNow(context: Context, blobId: string, requester: string): Promise<Buffer | null> {
  const isBlob = await inTransaction(context.db, (tx) => queries.queueThumbnail(tx, blobId));
  return isBlob ? await makeOne(context, blobId, requester) : null;
}
