import { picturesIn } from '#domain/texts/rich-text-content.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { deleteUnusedBlobs, mergeEqualBytes, releaseBytes } from './blobs.ts';
import { deleteStaleUploads } from './chunks.ts';
import * as queries from './queries.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const maxDepth = 8;

/**
 * Reserves the files that a draft's content refers to, in any field or as a picture in a text, and releases all others.
 */
export async function attachFilesToDraft(
  tx: Tx,
  draft: { id: string; staffId: string },
  content: unknown,
): Promise<void> {
  const ids = new Set<string>();
  gatherIds(content, ids, 0);
  await queries.attachFilesToDraft(tx, draft, [...ids]);
}

function gatherIds(value: unknown, ids: Set<string>, depth: number): void {
  if (typeof value === 'string') for (const id of picturesIn(value)) ids.add(id);
  if (typeof value !== 'object' || value === null || depth > maxDepth) return;
  if ('id' in value && typeof value.id === 'string' && uuid.test(value.id)) ids.add(value.id);
  for (const inner of Object.values(value)) gatherIds(inner, ids, depth + 1);
}

/**
 * Deletes the rows of a person's own files that are not attached to an order, in the caller's transaction; their
 * bytes are unconfirmed until `removeBytes`, or until the nightly job checks whether a row refers to them. Returns
 * the ids of the bytes that belong to deleted rows, because a file may have been attached to an order meanwhile.
 */
export async function deleteUnattached(
  tx: Tx,
  { files }: Pick<Context, 'files'>,
  staffId: string,
  ids: readonly string[],
): Promise<string[]> {
  return await markUnconfirmed(files, await queries.deleteOwnUnattached(tx, staffId, ids));
}

/**
 * Deletes the bytes of files whose rows are definitely deleted, unless another file has the same. Returns
 * whether all were deleted: while a backup is running, none is.
 */
export async function removeBytes(
  context: Pick<Context, 'db' | 'files'>,
  bytesIds: readonly string[],
): Promise<boolean> {
  let areAllDeleted = true;
  for (const id of new Set(bytesIds)) areAllDeleted = (await releaseBytes(context, id)) && areAllDeleted;
  return areAllDeleted;
}

async function markUnconfirmed(
  files: Context['files'],
  deleted: readonly queries.DeletedFile[],
): Promise<string[]> {
  for (const { bytesId } of deleted) await files.markDoubtful(bytesId);
  return deleted.map(({ bytesId }) => bytesId);
}

const dayMs = 86_400_000;
const batchSize = 200;

/**
 * Removes files that were not attached to an order or a draft within the number of days set by the operator, and
 * partial or unconfirmed files of a killed process. Deletes the bytes after the rows are definitely
 * deleted; if the process dies in between, they stay unconfirmed and a later run removes them.
 */
export async function cleanUpFiles(context: Context): Promise<number> {
  const before = new Date(context.now().getTime() - context.config.uploads.keepDays * dayMs);
  let removed = 0;
  for (;;) {
    const deletedBytesIds = await inTransaction(context.db, async (tx) =>
      markUnconfirmed(context.files, await queries.deleteUnattached(tx, before, batchSize)),
    );
    await removeBytes(context, deletedBytesIds);
    removed += deletedBytesIds.length;
    if (deletedBytesIds.length < batchSize) break;
  }
  // This uses the real time, as the times of the files on the disk do.
  const yesterday = new Date(Date.now() - dayMs);
  const leftovers =
    (await context.files.removeLeftovers(yesterday)) +
    (await reconcileUnconfirmed(context, yesterday)) +
    (await deleteUnusedBlobs(context, new Date(context.now().getTime() - dayMs)));
  await deleteStaleUploads(context);
  await mergeEqualBytes(context);
  if (removed + leftovers > 0) context.log.info({ removed, leftovers }, 'Unattached files were removed');
  return removed;
}

/**
 * Checks files that have been unconfirmed for too long to belong to a running upload: keeps those with a row, and
 * removes the others.
 */
async function reconcileUnconfirmed(context: Context, before: Date): Promise<number> {
  let deleted = 0;
  for (const id of await context.files.listDoubtful(before))
    if (await releaseBytes(context, id)) deleted += 1;
  return deleted;
}
