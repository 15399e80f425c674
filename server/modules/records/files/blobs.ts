import { createHash } from 'node:crypto';
import type { ArrivedFile } from '#server/adapters/files/file-store.ts';
import type { Context } from '#server/framework/context.ts';
import { mayRemoveBytes } from '#server/kernel/database/removal-hold.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { isStoreAway } from '#server/kernel/errors/store-away.ts';
import * as queries from './blobs.queries.ts';

/** Bytes that are kept, and under which id they are to rest from now on. */
export interface KeptBytes extends ArrivedFile {
  /** Under which they have just been kept, in doubt. */
  id: string;
}

/** Received bytes and the blob of their content, to be settled once the transaction is through. */
export interface PlacedBytes {
  kept: KeptBytes;
  blobId: string;
}

/**
 * Gives each content the blob of its hash, a new one where there is none; no deletion takes a blob away before the
 * transaction ends. In the order of hashes and before anything else is locked, so that two uploads never wait for each other.
 */
export async function placeBytes(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  all: readonly KeptBytes[],
): Promise<Map<string, PlacedBytes>> {
  const placed = new Map<string, PlacedBytes>();
  for (const kept of [...all].sort((one, other) => (one.sha256 < other.sha256 ? -1 : 1))) {
    placed.set(kept.id, { kept, blobId: await queries.claimBlob(tx, kept, now()) });
  }
  return placed;
}

/**
 * After the commit: bytes that became a blob are confirmed, those of which a copy was there go. Where that copy has been
 * lost or cut meanwhile, these take its place.
 */
export async function settleBytes(
  context: Pick<Context, 'db' | 'files' | 'log'>,
  placed: Iterable<PlacedBytes>,
): Promise<void> {
  for (const one of placed) {
    try {
      await settle(context, one);
    } catch (error) {
      // The rows exist: the uploading client gets no failure. The clean-up settles the bytes in doubt.
      if (!isStoreAway(error)) throw error;
      context.log.error({ error, bytes: one.kept.id }, 'The file store is away: new bytes stay in doubt');
    }
  }
}

async function settle(
  context: Pick<Context, 'db' | 'files' | 'log'>,
  { kept, blobId }: PlacedBytes,
): Promise<void> {
  const { files } = context;
  if (blobId === kept.id) return await files.confirm(kept.id);
  if ((await files.size(blobId)) === kept.size) return await files.remove(kept.id);
  context.log.error(
    { blob: blobId, by: kept.id },
    'Bytes that were lost have been replaced by a new upload of the same',
  );
  await inTransaction(context.db, (tx) => queries.renameBlob(tx, blobId, kept.id));
  await files.confirm(kept.id);
}

/**
 * Lets bytes go that no row names any more; where one does after all, they are no longer in doubt. While a backup reads
 * they stay, in doubt, since a row of its moment may name them. Answers whether they went.
 */
export async function releaseBytes(
  { db, files }: Pick<Context, 'db' | 'files'>,
  id: string,
): Promise<boolean> {
  const fate = await inTransaction(db, async (tx) => {
    if (await queries.dropBlobUnlessNamed(tx, id)) return 'named';
    return (await mayRemoveBytes(tx)) ? 'free' : 'held';
  });
  if (fate === 'named') await files.confirm(id);
  else if (fate === 'held') await files.doubt(id);
  else await files.remove(id);
  return fate === 'free';
}

const batch = 100;

/** Removes blobs that lost their last file without a clean-up, for example because a process died. */
export async function sweepBlobs(context: Pick<Context, 'db' | 'files'>, before: Date): Promise<number> {
  let gone = 0;
  for (const id of await queries.listUnnamedBlobs(context.db, before)) {
    if (await releaseBytes(context, id)) gone += 1;
  }
  return gone;
}

/**
 * Folds earlier files, each with bytes of its own, onto one copy of the same content. A copy is deleted only
 * after the remaining one has been read and verified; a damaged one is left alone, for the audit to find.
 * Only documents of orders: an earlier version deletes none of them under its own id. Returns the number
 * folded.
 */
export async function foldBytes(
  context: Pick<Context, 'db' | 'files' | 'now'>,
  atMost = 2000,
): Promise<number> {
  let folded = 0;
  let after = '';
  while (folded < atMost) {
    const rows = await queries.listFilesWithoutBlob(context.db, after, batch);
    for (const row of rows) if (await fold(context, row)) folded += 1;
    if (rows.length < batch) break;
    after = rows.at(-1)?.id ?? '';
  }
  return folded;
}

async function fold(
  { db, files, now }: Pick<Context, 'db' | 'files' | 'now'>,
  file: { id: string; sha256: string; size: number },
): Promise<boolean> {
  const other = await queries.findBlob(db, file.sha256);
  if (other !== undefined && (await hashOf(files, other)) !== file.sha256) return false;
  const blobId = await inTransaction(db, async (tx) => {
    const claimed = await queries.claimBlob(tx, file, now());
    // Another one than the bytes that were just read: another time.
    if (claimed !== file.id && claimed !== other) return undefined;
    await queries.nameBlob(tx, file.id, claimed);
    if (claimed !== file.id) await files.doubt(file.id);
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
