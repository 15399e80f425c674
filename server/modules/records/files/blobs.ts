import { createHash } from 'node:crypto';
import type { ArrivedFile } from '#server/adapters/files/file-store.ts';
import type { Context } from '#server/framework/context.ts';
import { mayDeleteBytes } from '#server/kernel/database/file-deletion-lock.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { isStoreUnavailable } from '#server/kernel/errors/store-unavailable.ts';
import * as queries from './blobs.queries.ts';

/** Stored bytes, with the id that they will finally have. */
export interface StoredBytes extends ArrivedFile {
  /** The id with which they have just been stored, unconfirmed. */
  id: string;
}

/** Received bytes and the blob of their content; after the transaction they are confirmed or deleted. */
export interface BytesWithBlob {
  stored: StoredBytes;
  blobId: string;
}

/**
 * Assigns to each content the blob of its hash, or a new one, and locks the blob until the transaction ends. Blobs are
 * locked in the order of their hashes and before any other lock, so that two uploads cannot deadlock.
 */
export async function assignBlobs(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  all: readonly StoredBytes[],
): Promise<Map<string, BytesWithBlob>> {
  const assigned = new Map<string, BytesWithBlob>();
  for (const stored of [...all].sort((one, other) => (one.sha256 < other.sha256 ? -1 : 1))) {
    assigned.set(stored.id, { stored, blobId: await queries.lockOrCreateBlob(tx, stored, now()) });
  }
  return assigned;
}

/**
 * Confirms, after the commit, bytes that became a blob, and deletes those that were already stored. If the
 * stored copy has been lost or truncated, the new bytes replace it.
 */
export async function reconcileBytes(
  context: Pick<Context, 'db' | 'files' | 'log'>,
  assigned: Iterable<BytesWithBlob>,
): Promise<void> {
  for (const entry of assigned) {
    try {
      await reconcileBlob(context, entry);
    } catch (error) {
      // The rows exist, so the upload does not fail for the client. The clean-up confirms or deletes
      // the unconfirmed bytes later.
      if (!isStoreUnavailable(error)) throw error;
      context.log.error(
        { error, bytes: entry.stored.id },
        'The file store is unavailable: new content stays unconfirmed',
      );
    }
  }
}

async function reconcileBlob(
  context: Pick<Context, 'db' | 'files' | 'log'>,
  { stored, blobId }: BytesWithBlob,
): Promise<void> {
  const { files } = context;
  if (blobId === stored.id) return await files.confirm(stored.id);
  if ((await files.size(blobId)) === stored.size) return await files.remove(stored.id);
  context.log.error(
    { blob: blobId, by: stored.id },
    'Lost file content was replaced by a new upload of the same content',
  );
  await inTransaction(context.db, (tx) => queries.renameBlob(tx, blobId, stored.id));
  await files.confirm(stored.id);
}

/**
 * Deletes bytes to which no row refers; confirms them if a row does. While a backup is running they remain,
 * unconfirmed, because a row of its snapshot may refer to them. Returns whether they were deleted.
 */
export async function releaseBytes(
  { db, files }: Pick<Context, 'db' | 'files'>,
  id: string,
): Promise<boolean> {
  const state = await inTransaction(db, async (tx) => {
    if (await queries.deleteUnusedBlob(tx, id)) return 'referenced';
    return (await mayDeleteBytes(tx)) ? 'unused' : 'protected';
  });
  if (state === 'referenced') await files.confirm(id);
  else if (state === 'protected') await files.markDoubtful(id);
  else await files.remove(id);
  return state === 'unused';
}

const batchSize = 100;

/** Removes blobs that lost their last file without a clean-up, for example because a process died. */
export async function deleteUnusedBlobs(
  context: Pick<Context, 'db' | 'files'>,
  before: Date,
): Promise<number> {
  let removed = 0;
  for (const id of await queries.listUnusedBlobs(context.db, before)) {
    if (await releaseBytes(context, id)) removed += 1;
  }
  return removed;
}

/**
 * Merges earlier files, each with its own bytes, into one copy of the same content. Deletes a copy only after
 * the remaining one has been read and verified; a damaged copy remains, so that the audit reports it. Merges only
 * documents of orders, because an earlier version never deletes them by their own id. Returns the number of merged
 * files.
 */
export async function mergeEqualBytes(
  context: Pick<Context, 'db' | 'files' | 'now'>,
  maxFiles = 2000,
): Promise<number> {
  let mergedCount = 0;
  let after = '';
  while (mergedCount < maxFiles) {
    const rows = await queries.listFilesWithoutBlob(context.db, after, batchSize);
    for (const row of rows) if (await mergeEqualFile(context, row)) mergedCount += 1;
    if (rows.length < batchSize) break;
    after = rows.at(-1)?.id ?? '';
  }
  return mergedCount;
}

async function mergeEqualFile(
  { db, files, now }: Pick<Context, 'db' | 'files' | 'now'>,
  file: { id: string; sha256: string; size: number },
): Promise<boolean> {
  const other = await queries.findBlob(db, file.sha256);
  if (other !== undefined && (await hashOf(files, other)) !== file.sha256) return false;
  const blobId = await inTransaction(db, async (tx) => {
    const lockedId = await queries.lockOrCreateBlob(tx, file, now());
    // This is not the copy whose bytes were just read, so a later run merges the file.
    if (lockedId !== file.id && lockedId !== other) return undefined;
    await queries.setBlobOfFile(tx, file.id, lockedId);
    if (lockedId !== file.id) await files.markDoubtful(file.id);
    return lockedId;
  });
  if (blobId !== undefined && blobId !== file.id) await releaseBytes({ db, files }, file.id);
  return blobId !== undefined;
}

async function hashOf(files: Pick<Context['files'], 'read'>, id: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of files.read(id)) hash.update(chunk as Uint8Array);
  } catch {
    return '';
  }
  return hash.digest('hex');
}
