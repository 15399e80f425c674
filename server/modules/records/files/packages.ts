import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Actor } from '#domain/access/actor.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { suggestedFileName } from '#domain/uploads/file-name.ts';
import { packageLimits } from '#domain/uploads/limits.ts';
import { namesInPackage } from '#domain/uploads/packed-names.ts';
import { isCompressed } from '#server/adapters/files/content-type.ts';
import { zipBytes } from '#server/adapters/spreadsheets/zip-bytes.ts';
import type { Context } from '#server/framework/context.ts';
import { reserveHits } from '#server/kernel/http/rate-limit.ts';
import { recordPackage } from './access-log.ts';
import type { FileRow } from './queries.ts';
import { getReadableFiles, type MayReadOrder } from './readable-files.ts';
import { sendBytes, withExactSize } from './send.ts';
import { contentForReader } from './watermarked-copies.ts';

/**
 * Yields the bytes of one file, with the reader's name on them if the office requires that. They are read only when
 * the package needs them.
 */
async function* bytesOf(context: Context, actor: Actor, file: FileRow): AsyncGenerator<Uint8Array> {
  const content = await contentForReader(context, actor, file, { purpose: 'download' });
  yield* withExactSize(content.read(), content.size) as AsyncIterable<Uint8Array>;
}

type PackageRefusal = Refusal<'notFound' | 'tooManyFiles' | 'fileTooLarge' | 'tooManyRequests'>;

/** Maximum number of packages that one person may download in ten minutes. */
const packagesPerPerson = 30;

/**
 * Returns the files of a package. The person must be allowed to read all of them, and they must be within the limits
 * of one package.
 */
export async function getPackage(
  context: Pick<Context, 'db'>,
  actor: Actor,
  selection: { ids: readonly string[]; mayRead: MayReadOrder },
): Promise<{ files: FileRow[]; bytes: number } | PackageRefusal> {
  const { files: maxFiles, bytes: maxBytes } = packageLimits;
  if (selection.ids.length > maxFiles) {
    return refuse('tooManyFiles', { message: `一次最多打包${maxFiles}个文件，请分次下载` });
  }
  const files = await getReadableFiles(context, actor, selection.ids, selection.mayRead);
  if (isRefusal(files)) return files;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > maxBytes) {
    const message = `打包的文件合计不得超过${maxBytes / 1_048_576}M，请分次下载`;
    return refuse('fileTooLarge', { message });
  }
  return { files, bytes };
}

/**
 * Returns the subject of a ticket for these files: a hash, because there may be too many ids for a ticket.
 */
export function packageSubject(ids: readonly string[]): string {
  return `zip:${createHash('sha256').update(ids.join()).digest('hex')}`;
}

/**
 * Sends files as one ZIP package while it is created, so that it is never in memory as a whole. Uses names
 * that every system can unpack, numbers equal names, and stores files that are already compressed without
 * compression (S2 §7). The download is logged before the first byte.
 */
export async function sendPackage(
  context: Context,
  call: { actor: Actor; requestId: string; pagePath: string | undefined; reply: FastifyReply },
  selection: { ids: readonly string[]; mayRead: MayReadOrder },
): Promise<PackageRefusal | undefined> {
  const selected = await getPackage(context, call.actor, selection);
  if (isRefusal(selected)) return selected;
  const limit = { bucket: `package:${call.actor.staffId}`, limit: packagesPerPerson, windowSeconds: 600 };
  if (!(await reserveHits(context.db, [limit], context.now()))) return refuse('tooManyRequests');
  await recordPackage(context, call, selected);
  const names = namesInPackage(selected.files.map(({ name }) => name));
  const parts = selected.files.map((file, index) => ({
    name: names[index] ?? file.name,
    text: bytesOf(context, call.actor, file),
    isCompressed: isCompressed(file.contentType),
    modifiedAt: file.createdAt,
  }));
  const name = suggestedFileName('附件', context.now(), 'zip');
  const bytes = Readable.from(zipBytes(parts), { objectMode: false });
  await sendBytes({ ...call, context }, { name, contentType: 'application/zip' }, bytes);
  return undefined;
}
