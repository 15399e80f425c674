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

/** Far shorter than the silence after which another takes over. */
const aliveEveryMs = 5_000;

/** The upload is not this one's to put together any more: it was cancelled, or given to another. */
class Lost extends Error {}

/**
 * Puts the chunks of an upload together while they are read, and keeps the file as any other is kept: scanned, looked into,
 * counted. The rows of the chunks go in the transaction that makes the file. Nothing: another is at it already.
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
    () => void queries.keepClaim(context.db, upload.id, claim).catch(() => undefined),
    aliveEveryMs,
  );
  let gone: string[] = [];
  try {
    const chunks = await queries.listChunks(context.db, upload.id);
    const rows = await storeParts(context, gate, caller, onePart(context, upload, chunks), async (tx) => {
      const ids = await queries.deleteUpload(tx, upload.id, claim);
      if (!ids) throw new Lost();
      for (const id of ids) await context.files.doubt(id);
      gone = ids;
    });
    if (isRefusal(rows) && !isPassing(rows)) gone = await giveUp(context, upload.id, claim);
    return rows;
  } catch (error) {
    gone = [];
    if (error instanceof Lost) return [];
    throw error;
  } finally {
    clearInterval(alive);
    await queries.releaseClaim(context.db, upload.id, claim).catch(() => undefined);
    for (const id of gone) await releaseBytes(context, id);
  }
}

/**
 * Returns true for a refusal that may pass with another try: too many uploads at once, a scanner that is away, a person
 * or a disk without free space.
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
    // The received bytes differ from the announced ones: a line that spoils bytes, or a lie.
    check: () =>
      hash.digest('hex') === md5 ? undefined : refuse('badInput', { message: uploadMessage.transport }),
  };
}

/** A file that is refused for what it is: its chunks go, so that it is not refused again and again. */
async function giveUp(context: Context, uploadId: string, claim: string): Promise<string[]> {
  return await inTransaction(context.db, async (tx) => {
    const ids = (await queries.deleteUpload(tx, uploadId, claim)) ?? [];
    for (const id of ids) await context.files.doubt(id);
    return ids;
  });
}
