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
import type { UploadLimiter } from './upload-limiter.ts';

/** Milliseconds between renewals of the claim, far less than the silence after which another request takes it. */
const renewIntervalMs = 5_000;

/** Thrown if this request may no longer assemble the upload: it was cancelled, or another request has claimed it. */
class LostClaimError extends Error {}

/**
 * Assembles the chunks of an upload while they are read, and scans, checks, counts and stores the file like any
 * other. Deletes the rows of the chunks in the transaction that creates the file. Returns
 * an empty array if another request is already doing this.
 */
export async function assembleChunks(
  context: Context,
  limiter: UploadLimiter,
  caller: UploadCaller,
  upload: queries.ChunkedUpload,
): Promise<FileRow[] | UploadRefusal> {
  const claim = randomUUID();
  if (!(await queries.claimUpload(context.db, upload.id, claim))) return [];
  const renewal = setInterval(
    () => void queries.renewUploadClaim(context.db, upload.id, claim).catch(() => undefined),
    renewIntervalMs,
  );
  let releasedIds: string[] = [];
  try {
    const chunks = await queries.listChunks(context.db, upload.id);
    const rows = await storeParts(
      context,
      limiter,
      caller,
      assembledPart(context, upload, chunks),
      async (tx) => {
        const ids = await queries.deleteUpload(tx, upload.id, claim);
        if (!ids) throw new LostClaimError();
        for (const id of ids) await context.files.markDoubtful(id);
        releasedIds = ids;
      },
    );
    if (isRefusal(rows) && !isTemporary(rows)) releasedIds = await discardChunks(context, upload.id, claim);
    return rows;
  } catch (error) {
    releasedIds = [];
    if (error instanceof LostClaimError) return [];
    throw error;
  } finally {
    clearInterval(renewal);
    await queries.releaseClaim(context.db, upload.id, claim).catch(() => undefined);
    for (const id of releasedIds) await releaseBytes(context, id);
  }
}

/**
 * Checks for a temporary refusal, which another try may avoid: too many uploads at once, an unavailable scanner, an
 * exhausted quota of the person, or a full disk.
 */
function isTemporary({ refused }: UploadRefusal): boolean {
  const temporary: readonly string[] = ['busy', 'tooManyRequests', 'uploadQuotaReached', 'storageFull'];
  return temporary.includes(refused);
}

async function* assembledPart(
  context: Context,
  { md5, name }: queries.ChunkedUpload,
  chunks: readonly queries.UploadChunk[],
): AsyncGenerator<UploadPart> {
  const hash = createHash('md5');
  async function* contents() {
    for (const { bytesId } of chunks) {
      for await (const chunk of context.files.read(bytesId)) {
        hash.update(chunk as Uint8Array);
        yield chunk as Uint8Array;
      }
    }
  }
  yield {
    name,
    bytes: Readable.from(contents(), { objectMode: false }),
    rule: largeUploadRule,
    md5,
    // Detects bytes that differ from the announced MD5: the transfer changed them, or the announcement was
    // false.
    check: () =>
      hash.digest('hex') === md5 ? undefined : refuse('badInput', { message: uploadMessage.transport }),
  };
}

/**
 * Deletes the chunks of a file that was refused for its contents, so that they are not assembled and
 * refused again.
 */
async function discardChunks(context: Context, uploadId: string, claim: string): Promise<string[]> {
  return await inTransaction(context.db, async (tx) => {
    const ids = (await queries.deleteUpload(tx, uploadId, claim)) ?? [];
    for (const id of ids) await context.files.markDoubtful(id);
    return ids;
  });
}
