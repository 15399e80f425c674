import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { UploadRefusal } from '#contract/files.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import { largeUploadRule } from '#domain/uploads/limits.ts';
import { uploadMessage } from '#domain/uploads/upload-rule.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { releaseBytes } from './blobs.ts';
import * as queries from './chunks.queries.ts';
import type { FileRow } from './queries.ts';
import { storeParts, type UploadCaller, type UploadPart } from './upload.ts';
import type { UploadGate } from './upload-gate.ts';

/** Far shorter than the silence after which another request takes over. */
const aliveEveryMs = 5_000;

/** Thrown if this request may no longer assemble the upload: it was cancelled, or claimed by another. */
class LostClaimError extends Error {}

/**
 * Assembles the chunks of an upload while they are read, and stores the file like any other: scanned,
 * checked, counted. Deletes the rows of the chunks in the transaction that creates the file. Returns
 * undefined if another request is already doing this.
 */
export async function assembleChunks(
  context: Context,
  gate: UploadGate,
  caller: UploadCaller,
  upload: queries.ChunkedUpload,
): Promise<FileRow[] | UploadRefusal> {
  const claim = randomUUID();
  if (!(await queries.claimUpload(context.db, upload.id, claim))) return [];
  const alive = setInterval(
    () => void queries.renewUploadClaim(context.db, upload.id, claim).catch(() => undefined),
    aliveEveryMs,
  );
  let gone: string[] = [];
  try {
    const chunks = await queries.listChunks(context.db, upload.id);
    const rows = await storeParts(context, gate, caller, onePart(context, upload, chunks), async (tx) => {
      const ids = await queries.deleteUpload(tx, upload.id, claim);
      if (!ids) throw new LostClaimError();
      for (const id of ids) await context.files.markDoubtful(id);
      gone = ids;
    });
    if (isRefusal(rows) && !isPassing(rows)) gone = await discardChunks(context, upload.id, claim);
    return rows;
  } catch (error) {
    gone = [];
    if (error instanceof LostClaimError) return [];
    throw error;
  } finally {
    clearInterval(alive);
    await queries.releaseClaim(context.db, upload.id, claim).catch(() => undefined);
    for (const id of gone) await releaseBytes(context, id);
  }
}

/**
 * Returns true for a refusal that another try may avoid: too many uploads at once, an unavailable scanner, a
 * person or a disk without free space.
 */
function isPassing({ refused }: UploadRefusal): boolean {
  const passing: readonly string[] = ['busy', 'tooManyRequests', 'uploadQuotaReached', 'storageFull'];
  return passing.includes(refused);
}

async function* onePart(
  context: Context,
  { md5, name }: queries.ChunkedUpload,
  chunks: readonly queries.UploadChunk[],
): AsyncGenerator<UploadPart> {
  const hash = createHash('md5');
  async function* pieces() {
    for (const { bytesId } of chunks) {
      for await (const piece of context.files.read(bytesId)) {
        hash.update(piece as Uint8Array);
        yield piece as Uint8Array;
      }
    }
  }
  yield {
    name,
    bytes: Readable.from(pieces(), { objectMode: false }),
    rule: largeUploadRule,
    md5,
    // The received bytes differ from the announced ones: the transfer changed them, or the announcement
    // was false.
    check: () =>
      hash.digest('hex') === md5 ? undefined : refuse('badInput', { message: uploadMessage.transport }),
  };
}

/**
 * Deletes the chunks of a file that was refused for its contents, so that it is not refused again and again.
 */
async function discardChunks(context: Context, uploadId: string, claim: string): Promise<string[]> {
  return await inTransaction(context.db, async (tx) => {
    const ids = (await queries.deleteUpload(tx, uploadId, claim)) ?? [];
    for (const id of ids) await context.files.markDoubtful(id);
    return ids;
  });
}
