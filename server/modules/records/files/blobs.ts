import { createHash } from 'node:crypto';
import type { ArrivedFile } from '#server/adapters/files/file-store.ts';
import type { Context } from '#server/framework/context.ts';
import { mayRemoveBytes } from '#server/kernel/database/file-deletion-lock.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { isStoreUnavailable } from '#server/kernel/errors/store-unavailable.ts';
import * as queries from './blobs.queries.ts';

/** Stored bytes, with the id that they will finally have. */
export interface StoredBytes extends ArrivedFile {
  /** The id with which they have just been stored, unconfirmed. */
  id: string;
}

/** Received bytes and the blob of their content, to be settled after the transaction. */
export interface BytesWithBlob {
  kept: StoredBytes;
  blobId: string;
}

/**
 * Gives each content the blob of its hash, or a new one; nothing can delete the blob before the transaction
 * ends. Works in the order of hashes and before anything else is locked, so that two uploads cannot deadlock.
 */
export async function assignBlobs(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  all: readonly StoredBytes[],
): Promise<Map<string, BytesWithBlob>> {
  const placed = new Map<string, BytesWithBlob>();
  for (const kept of [...all].sort((one, other) => (one.sha256 < other.sha256 ? -1 : 1))) {
    placed.set(kept.id, { kept, blobId: await queries.lockOrCreateBlob(tx, kept, now()) });
  }
  return placed;
}

/**
 * After the commit: confirms bytes that became a blob, and deletes those that were already stored. If the
 * stored copy has been lost or truncated, the new bytes replace it.
 */
export async function reconcileBytes(
  context: Pick<Context, 'db' | 'files' | 'log'>,
  placed: Iterable<BytesWithBlob>,
): Promise<void> {
  for (const one of placed) {
    try {
      await reconcileBlob(context, one);
    } catch (error) {
      // The rows exist, so the upload does not fail for the client. The clean-up will settle the
      // unconfirmed bytes.
      if (!isStoreUnavailable(error)) throw error;
      context.log.error(
        { error, bytes: one.kept.id },
        'The file store is unavailable: new content stays unconfirmed',
      );
    }
  }
}

async function reconcileBlob(
  context: Pick<Context, 'db' | 'files' | 'log'>,
  { kept, blobId }: BytesWithBlob,
): Promise<void> {
  const { files } = context;
  if (blobId === kept.id) return await files.confirm(kept.id);
  if ((await files.size(blobId)) === kept.size) return await files.remove(kept.id);
  context.log.error(
    { blob: blobId, by: kept.id },
    'Lost file content was replaced by a new upload of the same content',
  );
  await inTransaction(context.db, (tx) => queries.renameBlob(tx, blobId, kept.id));
  await files.confirm(kept.id);
}

/**
 * Deletes bytes that no row refers to; confirms them if a row does. While a backup is running they are kept,
 * unconfirmed, because a row of its snapshot may refer to them. Returns whether they were deleted.
 */
export async function releaseBytes(
  { db, files }: Pick<Context, 'db' | 'files'>,
  id: string,
): Promise<boolean> {
  const fate = await inTransaction(db, async (tx) => {
    if (await queries.deleteUnusedBlob(tx, id)) return 'named';
    return (await mayRemoveBytes(tx)) ? 'free' : 'held';
  });
  if (fate === 'named') await files.confirm(id);
  else if (fate === 'held') await files.markDoubtful(id);
  else await files.remove(id);
  return fate === 'free';
}

const batch = 100;

/** Removes blobs that lost their last file without a clean-up, for example because a process died. */
export async function deleteUnusedBlobs(
  context: Pick<Context, 'db' | 'files'>,
  before: Date,
): Promise<number> {
  let gone = 0;
  for (const id of await queries.listUnnamedBlobs(context.db, before)) {
    if (await releaseBytes(context, id)) gone += 1;
  }
  return gone;
}

/**
 * Merges earlier files, each with its own bytes, into one copy of the same content. Deletes a copy only after
 * the remaining one has been read and verified; leaves a damaged one for the check to find. Only documents of
 * orders: an earlier version deletes none of them by its own id. Returns the number merged.
 */
export async function mergeEqualBytes(
  context: Pick<Context, 'db' | 'files' | 'now'>,
  atMost = 2000,
): Promise<number> {
  let folded = 0;
  let after = '';
  while (folded < atMost) {
    const rows = await queries.listFilesWithoutBlob(context.db, after, batch);
    for (const row of rows) if (await mergeEqualFile(context, row)) folded += 1;
    if (rows.length < batch) break;
    after = rows.at(-1)?.id ?? '';
  }
  return folded;
}

async function mergeEqualFile(
  { db, files, now }: Pick<Context, 'db' | 'files' | 'now'>,
  file: { id: string; sha256: string; size: number },
): Promise<boolean> {
  const other = await queries.findBlob(db, file.sha256);
  if (other !== undefined && (await hashOf(files, other)) !== file.sha256) return false;
  const blobId = await inTransaction(db, async (tx) => {
    const claimed = await queries.lockOrCreateBlob(tx, file, now());
    // It is not the copy whose bytes were just read; a later run handles it.
    if (claimed !== file.id && claimed !== other) return undefined;
    await queries.setBlobOfFile(tx, file.id, claimed);
    if (claimed !== file.id) await files.markDoubtful(file.id);
    return claimed;
  });
  if (blobId !== undefined && blobId !== file.id) await releaseBytes({ db, files }, file.id);
  return blobId !== undefined;
}

async function hashOf(files: Pick<Context['files'], 'read'>, id: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const piece of files.read(id)) hash.update(piece as Uint8Array);
  } catch {
    return '';
  }
  return hash.digest('hex');
}
