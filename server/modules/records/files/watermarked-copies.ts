import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Actor } from '#domain/access/actor.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { mergeLimits } from '#domain/uploads/limits.ts';
import { isPreviewable } from '#server/adapters/files/content-type.ts';
import type { Context } from '#server/framework/context.ts';
import { type FileRow, isDocumentOfOrder, listUnconfirmedDocuments } from './queries.ts';

/**
 * The line on every page of a previewed document, so that nobody can mistake a print or copy for a valid one.
 */
const notInForceLines: readonly string[] = ['预览 未生效'];

/** Bytes for a download: the file's own, or those of a copy with the reader's name on it. */
export interface FileContent {
  size: number;
  isWatermarked: boolean;
  read(range?: { start: number; end: number }): Readable;
}

/** Larger files would occupy the conversion pool for too long; they are sent unchanged. */
const maxBytes = 60 * 1_048_576;
/** Time for which a copy is kept after it was last read: a viewer reads it in ranges. */
const retentionMs = 10 * 60_000;
const maxStored = 40;
/** The greatest age of a reading's start time; all ranges with the same start time use one copy. */
const maxPreviewSeconds = 12 * 3600;

interface Copy {
  path: string;
  /** Undefined if no copy could be made. */
  size: number | undefined;
}

interface CachedCopy {
  copy: Promise<Copy>;
  timer?: NodeJS.Timeout;
}

/** Copies with names on them, made once for a reading and removed when it ends. */
const copies = new Map<string, CachedCopy>();

/**
 * Returns the content of a file for this person. If the setting `FILE_WATERMARK` is on, a picture or
 * PDF of an order gets the person's name, organisation and the time. Documents created by the portal do not: their
 * signature covers their hash. But until a document is confirmed, each of its pages says so, in every preview, print
 * and download. A file that cannot be stamped is sent unchanged; an unconfirmed
 * document never is.
 */
export async function contentForReader(
  context: Context,
  actor: Actor,
  file: FileRow,
  preview: { purpose: 'preview' | 'download'; startedAt?: number | undefined },
): Promise<FileContent> {
  const originalContent: FileContent = {
    size: file.size,
    isWatermarked: false,
    read: (range) => context.files.read(file.bytesId, range),
  };
  const lines = await watermarkLinesOf(context, actor, file, preview);
  if (lines === undefined) return originalContent;
  const { path, size } = await storeCopy(context, actor, file, lines);
  return size === undefined
    ? originalContent
    : { size, isWatermarked: true, read: (range) => createReadStream(path, range) };
}

/** Returns the lines for the pages of the file; undefined if it is sent unchanged. */
async function watermarkLinesOf(
  context: Context,
  actor: Actor,
  file: FileRow,
  preview: Parameters<typeof contentForReader>[3],
): Promise<readonly string[] | undefined> {
  const { config, db } = context;
  if (!isPreviewable(file.contentType)) return undefined;
  if (file.workorderId === null)
    return (await listUnconfirmedDocuments(db, [file.id])).length > 0 ? notInForceLines : undefined;
  if (!config.uploads.watermark[preview.purpose] || file.size > maxBytes) return undefined;
  if (await isDocumentOfOrder(db, file.id)) return undefined;
  return [`${actor.name} ${actor.orgName}`, timeOfPreview(context, preview.startedAt)];
}

/** Returns the time for the copy; a time given by the client is accepted within a working day. */
function timeOfPreview(context: Context, startedAt: number | undefined): string {
  const now = Math.floor(context.now().getTime() / 1000);
  const isLikely = startedAt !== undefined && startedAt <= now + 60 && startedAt > now - maxPreviewSeconds;
  return minuteText(new Date((isLikely ? startedAt : now) * 1000));
}

async function storeCopy(
  context: Context,
  actor: Actor,
  file: FileRow,
  lines: readonly string[],
): Promise<Copy> {
  const key = createHash('sha256')
    .update([file.bytesId, actor.staffId, ...lines].join('\n'))
    .digest('hex');
  const entry = copies.get(key) ?? { copy: makeCopy(context, actor.staffId, file, lines) };
  copies.set(key, entry);
  clearTimeout(entry.timer);
  entry.timer = setTimeout(() => void deleteCopy(key), retentionMs);
  entry.timer.unref();
  const [oldest] = copies.keys();
  if (copies.size > maxStored && oldest !== undefined && oldest !== key) void deleteCopy(oldest);
  try {
    return await entry.copy;
  } catch (error) {
    void deleteCopy(key);
    throw error;
  }
}

/**
 * Removes a copy. A reader who has it open continues: an open file exists until it is closed. Copies left by
 * a killed process are removed with other leftovers.
 */
async function deleteCopy(key: string): Promise<void> {
  const entry = copies.get(key);
  copies.delete(key);
  clearTimeout(entry?.timer);
  const copy = await entry?.copy.catch(() => undefined);
  if (copy) await rm(copy.path, { force: true });
}

async function makeCopy(
  context: Context,
  requester: string,
  file: FileRow,
  lines: readonly string[],
): Promise<Copy> {
  const path = await context.files.temporaryPath(context.newId());
  const localCopy = await context.files.openLocalCopy(file.bytesId);
  try {
    const result = await addWatermark(context, requester, {
      path: localCopy.path,
      outputPath: path,
      contentType: file.contentType,
      lines,
    });
    if (result !== undefined && !('problem' in result)) return { path, size: result.size };
    if (lines === notInForceLines) throw new Error('A document that is not in force could not be marked');
    context.log.warn(
      { fileId: file.id, fault: result?.problem },
      'A file is sent without the mark of the reader’s name',
    );
    return { path, size: undefined };
  } finally {
    await localCopy.release();
  }
}

/** Marks a PDF that is created only for a preview and not stored. */
export async function markNotInForce(
  context: Context,
  requester: string,
  pdf: Uint8Array,
): Promise<Uint8Array> {
  const [path, outputPath] = await Promise.all(
    [1, 2].map(() => context.files.temporaryPath(context.newId())),
  );
  if (path === undefined || outputPath === undefined)
    throw new Error('The file store returned no temporary path for a document');
  try {
    await writeFile(path, pdf, { mode: 0o600 });
    const result = await addWatermark(context, requester, {
      path,
      outputPath,
      contentType: 'application/pdf',
      lines: notInForceLines,
    });
    if (result === undefined || 'problem' in result)
      throw new Error('A preview document could not be marked');
    return await readFile(outputPath);
  } finally {
    await Promise.all([path, outputPath].map((file) => rm(file, { force: true })));
  }
}

function addWatermark(
  { conversionPool }: Context,
  requester: string,
  job: { path: string; outputPath: string; contentType: string; lines: readonly string[] },
) {
  return conversionPool.make({ work: 'watermark', ...job, maxPages: mergeLimits.pages }, requester);
}
