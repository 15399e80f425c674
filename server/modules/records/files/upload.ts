import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { UploadRefusal } from '#contract/files.ts';
import type { Actor } from '#domain/access/actor.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import { isConvertedPicture, storedPictureName } from '#domain/uploads/converted-pictures.ts';
import { dangerMessage } from '#domain/uploads/danger.ts';
import { materialsUploadRule, publicPictureRule, storeUploadRule } from '#domain/uploads/limits.ts';
import { checkUpload, maxBytesOf, type UploadRule } from '#domain/uploads/upload-rule.ts';
import type { Inspection } from '#server/adapters/file-processing/inspection/inspection.ts';
import { contentTypeOf } from '#server/adapters/files/content-type.ts';
import type { IncomingFile } from '#server/adapters/files/file-store.ts';
import { ScannerUnavailableError } from '#server/adapters/gateways/virus-scanner/scanner.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { isOutOfSpace } from '#server/kernel/errors/disk-error.ts';
import { isStoreUnavailable } from '#server/kernel/errors/store-unavailable.ts';
import { assignBlobs, type BytesWithBlob, reconcileBytes } from './blobs.ts';
import { cleanName } from './clean-name.ts';
import { convertReceivedPicture, type PictureToStore } from './convert-picture.ts';
import { refuseStorage } from './disk-space.ts';
import type { FileRow } from './queries.ts';
import * as queries from './queries.ts';
import { exceedsQuota, refuseQuota } from './quota.ts';
import { recordUpload } from './store-file.ts';
import type { UploadLimiter } from './upload-limiter.ts';

/** Limits of the file store; each form field then checks its own rule (decision 0018). */
export const uploadLimits = {
  files: storeUploadRule.maxCount,
  /** One byte more than the limit, so that a file of one byte too many is detected. */
  fileSize: maxBytesOf(storeUploadRule) + 1,
  fields: 20,
  fieldSize: 10_000,
};

/** One file of an upload, as it arrives. */
export interface UploadPart {
  name: string;
  bytes: Readable | Uint8Array;
  /** The rule for this file. */
  rule: UploadRule;
  /** True if everyone with its address may see it. */
  isPublic?: boolean;
  /** Known only for uploads in chunks. */
  md5?: string;
  /** The orders whose files it was made from. */
  sourceOrderIds?: readonly string[];
  /** Checks the file further once it has arrived completely; undefined if there is no problem. */
  check?(): UploadRefusal | undefined;
}

/** Further work in the transaction that creates the files. */
type WorkInTransaction = (tx: Tx) => Promise<void>;

interface ReceivedFile extends Omit<UploadPart, 'bytes'> {
  id: string;
  file: IncomingFile;
}

/** A received file without problems. */
export type CheckedFile = ReceivedFile &
  Partial<Pick<PictureToStore, 'convertedFrom'>> & { kind: Inspection['kind'] };

/** Stores the files of one form, all or none. */
export async function storeUploads(
  context: Context,
  limiter: UploadLimiter,
  caller: UploadCaller,
  parts: AsyncIterable<MultipartFile>,
  addressFields: UploadFields = {},
): Promise<FileRow[] | UploadRefusal> {
  return await storeParts(context, limiter, caller, partsOfForm(parts, addressFields));
}

/**
 * Fields of an upload in its address; fields of its form that come before the file may have the same values (S1 §7,
 * S2 §7).
 */
type UploadFields = Partial<Record<'category' | 'dirType', string | undefined>>;

async function* partsOfForm(
  parts: AsyncIterable<MultipartFile>,
  addressFields: UploadFields,
): AsyncGenerator<UploadPart> {
  for await (const { filename, file, fields } of parts) {
    const hasValue = (name: keyof UploadFields, expected: string) => {
      const field = fields?.[name];
      return (
        addressFields[name] === expected ||
        (field !== undefined && 'value' in field && field.value === expected)
      );
    };
    const rule = hasValue('dirType', 'materials') ? materialsUploadRule : storeUploadRule;
    yield hasValue('category', '02')
      ? { name: filename, bytes: file, rule: publicPictureRule, isPublic: true }
      : { name: filename, bytes: file, rule };
  }
}

/** The sender, and the request. */
export interface UploadCaller {
  actor: Actor;
  requestId: string;
}

/**
 * Stores files, all or none: each is written to a temporary place while it arrives, then scanned and checked,
 * and becomes a file only if there is no problem with any of them.
 */
export async function storeParts(
  context: Context,
  limiter: UploadLimiter,
  caller: UploadCaller,
  parts: AsyncIterable<UploadPart>,
  workInTransaction?: WorkInTransaction,
): Promise<FileRow[] | UploadRefusal> {
  const release = limiter.acquire(caller.actor.staffId);
  if (isRefusal(release)) return release;
  if (await context.space.lacksSpace()) {
    release();
    return refuseStorage(context);
  }
  const arrivals: ReceivedFile[] = [];
  try {
    const refusal = await receiveAll(context, parts, arrivals);
    if (refusal) return refusal;
    const checked = await checkAll(context, caller.actor, arrivals);
    return isRefusal(checked) ? checked : await storeAll(context, caller, checked, workInTransaction);
  } finally {
    for (const { file } of arrivals) await file.discard();
    release();
  }
}

/** Receives and checks one file of an import; the caller keeps its bytes, or discards them. */
export async function receiveFile(
  context: Context,
  actor: Actor,
  { bytes, ...part }: UploadPart,
): Promise<CheckedFile | UploadRefusal> {
  const id = context.newId();
  const file = await context.files.receive(id, bytes);
  const checked = await checkContent(context, actor, { id, ...part, name: cleanName(part.name), file });
  if (isRefusal(checked)) await file.discard();
  return checked;
}

/** Inserts the row of a received file whose bytes are kept; they stay unconfirmed until the transaction has ended. */
export async function recordReceived(
  tx: Tx,
  context: Context,
  caller: UploadCaller,
  { id, name, file: { size, sha256 }, kind, convertedFrom }: CheckedFile,
): Promise<FileRow> {
  const assigned = await assignBlobs(tx, context, [{ id, size, sha256 }]);
  const blobId = assigned.get(id)?.blobId ?? id;
  const stored = { id, blobId, name, size, sha256, contentType: contentTypeOf(kind), convertedFrom };
  return await recordUpload(tx, context, caller, stored);
}

async function receiveAll(
  context: Context,
  parts: AsyncIterable<UploadPart>,
  arrivals: ReceivedFile[],
): Promise<UploadRefusal | undefined> {
  try {
    for await (const { bytes, name, ...details } of parts) {
      const id = context.newId();
      arrivals.push({ id, ...details, name: cleanName(name), file: await context.files.receive(id, bytes) });
    }
  } catch (error) {
    if (isOutOfSpace(error)) return refuseStorage(context);
    if (!(error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT')) throw error;
    return refuseNumber(storeUploadRule);
  }
  // Concurrent uploads or a large one may have used a part of the reserve; refusing this upload frees it.
  if (await context.space.lacksSpace()) return refuseStorage(context);
  return arrivals.length > 0
    ? undefined
    : refuse('badInput', { problems: [{ field: 'file', message: '请选择文件' }] });
}

/** Returns the refusal for more files than a rule allows, with the message of its form field. */
export function refuseNumber(rule: UploadRule): UploadRefusal | undefined {
  const refusal = checkUpload({ name: '', size: 0, alreadyUploaded: rule.maxCount ?? Infinity }, rule);
  return refusal && reportAtFileField(refusal, [refusal.message ?? '']);
}

/** Checks every file; returns all problems at once, each beginning with the file's name. */
async function checkAll(
  context: Context,
  actor: Actor,
  arrivals: readonly ReceivedFile[],
): Promise<CheckedFile[] | UploadRefusal> {
  const checked: CheckedFile[] = [];
  const refusals: { name: string; refusal: UploadRefusal }[] = [];
  for (const arrival of arrivals) {
    const result = await checkContent(context, actor, arrival);
    if (isRefusal(result)) refusals.push({ name: arrival.name, refusal: result });
    else checked.push(result);
  }
  const [first] = refusals;
  if (!first) return checked;
  return reportAtFileField(
    first.refusal,
    refusals.map(({ name, refusal }) => `${name}：${refusal.message ?? ''}`),
  );
}

function reportAtFileField<R extends UploadRefusal>(refusal: R, messages: readonly string[]): R {
  return { ...refusal, problems: messages.map((message) => ({ field: 'file', message })) };
}

async function checkContent(
  context: Context,
  { staffId }: Actor,
  arrival: ReceivedFile,
): Promise<CheckedFile | UploadRefusal> {
  const { scanner, inspector, log } = context;
  const { name, file, rule, check } = arrival;
  const candidate = { name, size: file.size, alreadyUploaded: 0 };
  const refusal = check?.() ?? checkUpload(candidate, rule);
  if (refusal) return refusal;
  const scan = scanner.scan(file.path).catch((error: unknown) => {
    if (error instanceof ScannerUnavailableError) return error;
    throw error;
  });
  const [scanResult, { kind, danger }] = await Promise.all([scan, inspector.inspect(file.path, staffId)]);
  if (typeof scanResult === 'string' || danger === 'virus') {
    log.warn({ virus: scanResult, sha256: file.sha256 }, 'An upload with a virus was refused');
    return refuse('fileDangerous', { message: dangerMessage.virus });
  }
  if (danger === 'broken') return refuse('fileTypeNotAllowed', { message: dangerMessage.broken });
  if (danger) return refuse('fileDangerous', { message: dangerMessage[danger] });
  const converts = isConvertedPicture(name, kind);
  const refusalOfContent = converts ? undefined : checkUpload({ ...candidate, kind }, rule);
  if (refusalOfContent) return refusalOfContent;
  if (scanResult) {
    log.error({ error: scanResult }, 'The virus scanner returned no result; the upload was refused');
    return refuse('busy', { message: '病毒扫描服务暂不可用，文件未保存，请稍后重新上传' });
  }
  if (!converts) return { ...arrival, name: storedPictureName(name), kind };
  const converted = await convertReceivedPicture(context, staffId, arrival, kind);
  return isRefusal(converted) ? converted : { ...arrival, ...converted };
}

/**
 * Stores the bytes first, then the rows that refer to them, within the person's quota. A transaction may
 * throw and still have been committed, if the database died while answering; then the files stay unconfirmed,
 * and the clean-up checks again.
 */
async function storeAll(
  context: Context,
  caller: UploadCaller,
  arrivals: readonly CheckedFile[],
  workInTransaction: WorkInTransaction | undefined,
): Promise<FileRow[] | UploadRefusal> {
  const { files } = context;
  const forEachId = (action: (id: string) => Promise<void>) =>
    Promise.all(arrivals.map(({ id }) => action(id)));
  try {
    for (const { file } of arrivals) await file.keep();
  } catch (error) {
    // If the store is unavailable, do not wait for it again: the bytes that it received stay unconfirmed.
    if (!isStoreUnavailable(error)) await forEachId(files.remove);
    throw error;
  }
  const recorded = await recordAll(context, caller, arrivals, workInTransaction);
  if (isRefusal(recorded)) {
    await forEachId(files.remove);
    return recorded;
  }
  await reconcileBytes(context, recorded.blobs);
  return recorded.rows;
}

async function recordAll(
  context: Context,
  caller: UploadCaller,
  arrivals: readonly CheckedFile[],
  workInTransaction: WorkInTransaction | undefined,
): Promise<{ rows: FileRow[]; blobs: BytesWithBlob[] } | UploadRefusal> {
  const { actor } = caller;
  return await inTransaction(context.db, async (tx) => {
    await queries.lockUploads(tx, actor.staffId);
    const publicBytes = sizeOf(arrivals.filter(({ isPublic }) => isPublic));
    const bytes = sizeOf(arrivals) - publicBytes;
    if (await exceedsQuota(tx, context, actor.staffId, { bytes, publicBytes })) return refuseQuota(context);
    const assigned = await assignBlobs(
      tx,
      context,
      arrivals.map(({ id, file: { size, sha256 } }) => ({ id, size, sha256 })),
    );
    const rows: FileRow[] = [];
    for (const { id, name, file, kind, isPublic, md5, sourceOrderIds, convertedFrom } of arrivals) {
      const { size, sha256 } = file;
      const blobId = assigned.get(id)?.blobId ?? id;
      const stored = {
        id,
        blobId,
        name,
        size,
        sha256,
        contentType: contentTypeOf(kind),
        isPublic,
        md5,
        sourceOrderIds,
        convertedFrom,
      };
      rows.push(await recordUpload(tx, context, caller, stored));
    }
    await workInTransaction?.(tx);
    return { rows, blobs: [...assigned.values()] };
  });
}

const sizeOf = (arrivals: readonly ReceivedFile[]) => arrivals.reduce((sum, { file }) => sum + file.size, 0);
