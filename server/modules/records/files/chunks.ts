import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import { ChunkCheck, ChunkFields } from '#contract/chunked-uploads.ts';
import type { UploadRefusal } from '#contract/files.ts';
import { mayParticipateInMatters } from '#domain/access/actor.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import { storedPictureName } from '#domain/uploads/converted-pictures.ts';
import { extensionOf } from '#domain/uploads/file-name.ts';
import { chunkLimits, largeUploadRule } from '#domain/uploads/limits.ts';
import { checkUpload } from '#domain/uploads/upload-rule.ts';
import type { IncomingFile } from '#server/adapters/files/file-store.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { isOutOfSpace } from '#server/kernel/errors/disk-error.ts';
import { parseFields } from '#server/kernel/http/input.ts';
import { assembleChunks } from './assemble-chunks.ts';
import { lockBlob } from './blobs.queries.ts';
import { releaseBytes } from './blobs.ts';
import * as chunkQueries from './chunks.queries.ts';
import { type ChunkedUpload, findEarlierUpload, findUpload, type UploadChunk } from './chunks.queries.ts';
import { cleanName } from './clean-name.ts';
import { refuseStorage } from './disk-space.ts';
import { type FileRow, lockUploads } from './queries.ts';
import { exceedsQuota, refuseQuota } from './quota.ts';
import { recordUpload } from './store-file.ts';
import type { UploadCaller } from './upload.ts';
import type { UploadLimiter } from './upload-limiter.ts';

/** Answer of the check (S2 §7). */
export interface ChunkState {
  code: (typeof ChunkCheck)[keyof typeof ChunkCheck];
  missChunks: number[];
  chunkSize: number;
  rows: FileRow[];
}

/**
 * Returns which parts of a file the server already has. If this person has uploaded the whole file before, creates
 * another file with the same bytes; otherwise lists the missing chunks. Never mentions files of other people.
 */
export async function checkChunks(
  context: Context,
  caller: UploadCaller,
  query: { md5: string; fileName: string },
): Promise<ChunkState | UploadRefusal> {
  const name = cleanName(query.fileName);
  const { md5 } = query;
  const reused = await reuseBytes(context, caller, { md5, name: storedPictureName(name) });
  if (isRefusal(reused)) return reused;
  const { defaultBytes } = chunkLimits;
  if (reused) return { code: ChunkCheck.whole, missChunks: [], chunkSize: defaultBytes, rows: [reused] };
  const upload = await findUpload(context.db, { staffId: caller.actor.staffId, md5, name });
  if (!upload) return { code: ChunkCheck.nothing, missChunks: [], chunkSize: defaultBytes, rows: [] };
  const received = new Set(
    (await chunkQueries.listChunks(context.db, upload.id)).map(({ number }) => number),
  );
  const numbers = Array.from({ length: upload.chunks }, (_, number) => number);
  const missChunks = numbers.filter((number) => !received.has(number));
  return { code: ChunkCheck.part, missChunks, chunkSize: upload.chunkSize, rows: [] };
}

/**
 * Creates a new file from bytes that this person has uploaded before and that still exist; undefined if there
 * are none.
 */
async function reuseBytes(
  context: Context,
  caller: UploadCaller,
  { md5, name }: { md5: string; name: string },
): Promise<FileRow | UploadRefusal | undefined> {
  const { actor } = caller;
  const earlier = await findEarlierUpload(context.db, actor.staffId, md5);
  if (!earlier || extensionOf(earlier.name) !== extensionOf(name)) return undefined;
  // A person who has become an administrator loses access to own uploads that are attached to an order.
  if (earlier.workorderId !== null && !mayParticipateInMatters(actor)) return undefined;
  const { size, sha256, contentType } = earlier;
  return await inTransaction(context.db, async (tx) => {
    await lockUploads(tx, actor.staffId);
    const blobId = await lockBlob(tx, sha256);
    if (blobId === undefined || (await context.files.size(blobId)) !== size) return undefined;
    if (await exceedsQuota(tx, context, actor.staffId, { bytes: size })) return refuseQuota(context);
    const file = { id: context.newId(), blobId, name, size, sha256, contentType, md5 };
    return await recordUpload(tx, context, caller, file);
  });
}

type Part = MultipartFile | MultipartValue;

/** Result of one chunk, with the file if the last missing chunk has arrived. */
export interface ChunkResult {
  uploadComplete: boolean;
  rows: FileRow[];
}

/** Stores one chunk; the request with the last missing chunk gets the whole file. */
export async function receiveChunk(
  context: Context,
  limiters: { chunks: UploadLimiter; files: UploadLimiter },
  caller: UploadCaller,
  parts: AsyncIterable<Part>,
): Promise<ChunkResult | UploadRefusal> {
  const release = limiters.chunks.acquire(caller.actor.staffId);
  if (isRefusal(release)) return release;
  let upload: ChunkedUpload | undefined;
  try {
    if (await context.space.lacksSpace()) return refuseStorage(context);
    const stored = await storeChunk(context, caller, parts);
    if (isRefusal(stored)) return stored;
    if (stored.receivedCount < stored.upload.chunks) return { uploadComplete: false, rows: [] };
    upload = stored.upload;
  } catch (error) {
    if (isOutOfSpace(error)) return refuseStorage(context);
    throw error;
  } finally {
    release();
  }
  const rows = await assembleChunks(context, limiters.files, caller, upload);
  return isRefusal(rows) ? rows : { uploadComplete: rows.length > 0, rows };
}

async function storeChunk(
  context: Context,
  caller: UploadCaller,
  parts: AsyncIterable<Part>,
): Promise<{ upload: ChunkedUpload; receivedCount: number } | UploadRefusal> {
  const bytesId = context.newId();
  let file: IncomingFile | undefined;
  const fieldValues: Record<string, unknown> = Object.create(null);
  try {
    for await (const part of parts) {
      if (part.type === 'file') file = await context.files.receive(bytesId, part.file);
      else fieldValues[part.fieldname] = part.value;
    }
    const fields = readFields(fieldValues, file);
    if (isRefusal(fields)) return fields;
    const { md5, size, chunkSize, chunks } = fields;
    const name = cleanName(fields.name);
    const upload = { id: context.newId(), staffId: caller.actor.staffId, md5, name, size, chunkSize, chunks };
    await file?.keep();
    return await storeChunkBytes(context, upload, { number: fields.chunk, bytesId, size: file?.size ?? 0 });
  } finally {
    await file?.discard();
  }
}

/** Validates the fields and the number of received bytes, and reports every problem. */
function readFields(
  fieldValues: Record<string, unknown>,
  file: IncomingFile | undefined,
): ChunkFields | UploadRefusal {
  const parsed = parseFields(ChunkFields, fieldValues);
  const problems = 'problems' in parsed ? [...parsed.problems] : [];
  if (!file) problems.push({ field: 'file', message: '请选择文件' });
  if ('problems' in parsed || !file) return refuse('badInput', { problems });
  const fields = parsed.values;
  const refusal = checkUpload({ name: fields.name, size: fields.size, alreadyUploaded: 0 }, largeUploadRule);
  if (refusal) return refusal;
  const { chunk, chunks, chunkSize, size } = fields;
  const expected = chunk === chunks - 1 ? size - chunk * chunkSize : chunkSize;
  if (chunks !== Math.ceil(size / chunkSize) || chunk >= chunks || file.size !== expected) {
    return refuse('badInput', { problems: [{ field: 'file', message: '分片与文件大小不符，请重新上传' }] });
  }
  return fields;
}

/**
 * Stores the bytes before the row that refers to them; until then they are unconfirmed, like all bytes (0018).
 */
async function storeChunkBytes(
  context: Context,
  requested: ChunkedUpload,
  chunk: UploadChunk,
): Promise<{ upload: ChunkedUpload; receivedCount: number } | UploadRefusal> {
  const replacedIds: string[] = [];
  const outcome = await inTransaction(context.db, async (tx) => {
    replacedIds.length = 0;
    await lockUploads(tx, requested.staffId);
    const upload = await openUpload(tx, context, requested, replacedIds);
    if (isRefusal(upload)) return upload;
    const isNew = await chunkQueries.insertChunk(tx, upload.id, chunk, context.now());
    return { upload, isNew, receivedCount: (await chunkQueries.listChunks(tx, upload.id)).length };
  });
  const isStored = !isRefusal(outcome) && outcome.isNew;
  await (isStored ? context.files.confirm(chunk.bytesId) : context.files.remove(chunk.bytesId));
  for (const id of replacedIds) await releaseBytes(context, id);
  return outcome;
}

/**
 * Returns the upload to which a chunk belongs. If an upload was begun with other sizes, it is restarted with those of
 * the later request.
 */
async function openUpload(
  tx: Tx,
  context: Context,
  requested: ChunkedUpload,
  replacedIds: string[],
): Promise<ChunkedUpload | UploadRefusal> {
  const existing = await findUpload(tx, requested);
  if (existing && existing.size === requested.size && existing.chunkSize === requested.chunkSize)
    return existing;
  if (existing) replacedIds.push(...((await chunkQueries.deleteUpload(tx, existing.id)) ?? []));
  for (const id of replacedIds) await context.files.markDoubtful(id);
  const openUploads = await chunkQueries.countOpenUploads(tx, requested.staffId);
  if (openUploads.uploads >= chunkLimits.openUploads) {
    const message = `未完成的分片上传不得超过${chunkLimits.openUploads}个，请先完成或取消`;
    return refuse('uploadQuotaReached', { message, problems: [{ field: 'file', message }] });
  }
  // Open uploads count towards the quota, so that ten large files cannot begin when there is space for
  // one.
  if (await exceedsQuota(tx, context, requested.staffId, { bytes: requested.size + openUploads.bytes })) {
    return refuseQuota(context);
  }
  // Space is needed for the chunks, and later for the whole file in addition.
  if (await context.space.lacksSpace(2 * requested.size)) return refuseStorage(context);
  await chunkQueries.insertUpload(tx, requested, context.now());
  return requested;
}

/** Cancels an upload and deletes its chunks. */
export async function cancelChunks(
  context: Context,
  { actor }: UploadCaller,
  query: { md5: string; fileName: string },
): Promise<void> {
  const key = { staffId: actor.staffId, md5: query.md5, name: cleanName(query.fileName) };
  const upload = await findUpload(context.db, key);
  if (upload) await deleteUpload(context, upload.id);
}

/** Removes uploads that are no longer continued. Returns their number. */
export async function deleteStaleUploads(context: Context): Promise<number> {
  const before = new Date(context.now().getTime() - chunkLimits.retentionHours * 3_600_000);
  const stale = await chunkQueries.listStaleUploads(context.db, before, 500);
  for (const id of stale) await deleteUpload(context, id);
  return stale.length;
}

/** Deletes the rows first, leaving the bytes unconfirmed; deletes the bytes once this is committed. */
async function deleteUpload(context: Context, uploadId: string): Promise<void> {
  const ids = await inTransaction(context.db, async (tx) => {
    const chunkIds = (await chunkQueries.deleteUpload(tx, uploadId)) ?? [];
    for (const id of chunkIds) await context.files.markDoubtful(id);
    return chunkIds;
  });
  for (const id of ids) await releaseBytes(context, id);
}
