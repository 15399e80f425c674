import type { Actor } from '#domain/access/actor.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { type FileRow, wasDownloadedSince } from './queries.ts';

/** The person who reads a file, with the request and the page. */
export interface FileReader {
  actor: Actor;
  requestId: string;
  pagePath: string | undefined;
}

/** Minutes in which the ranges that a viewer reads of one file count as one download. */
const sameReadingMinutes = 10;

/** Records that a file was downloaded, and from which part of the portal. */
export async function recordDownload(context: Context, reader: FileReader, file: FileRow): Promise<void> {
  const place = placeOfPage(reader.pagePath);
  await inTransaction(context.db, (tx) =>
    appendAudit(tx, context, {
      chain: 'file',
      actor: reader.actor,
      action: 'file.download',
      objectKind: 'file',
      objectId: file.id,
      detail: { name: file.name, workorderId: file.workorderId, ...(place ? { place } : {}) },
      requestId: reader.requestId,
    }),
  );
}

/** Records the download of a later range of a file, unless a download was recorded shortly before. */
export async function recordRange(context: Context, reader: FileReader, file: FileRow): Promise<void> {
  const since = new Date(context.now().getTime() - sameReadingMinutes * 60_000);
  if (await wasDownloadedSince(context.db, { fileId: file.id, staffId: reader.actor.staffId, since })) return;
  await recordDownload(context, reader, file);
}

/** Records the files that were downloaded in one package. */
export async function recordPackage(
  context: Context,
  reader: FileReader,
  { files, bytes }: { files: readonly FileRow[]; bytes: number },
): Promise<void> {
  const place = placeOfPage(reader.pagePath);
  await inTransaction(context.db, (tx) =>
    appendAudit(tx, context, {
      chain: 'file',
      actor: reader.actor,
      action: 'file.package',
      objectKind: 'file',
      objectId: reader.requestId,
      detail: { files: files.map(({ id }) => id), bytes, ...(place ? { place } : {}) },
      requestId: reader.requestId,
    }),
  );
}

/**
 * Returns the part of the portal to which a download belongs, by its page: pages of a to-do (`todo/…`, in a
 * path or a hash route) give the material attachments (1), or the handling trace (2) if the page says so (S2
 * §2).
 */
function placeOfPage(pagePath: string | undefined): { code: 1 | 2; label: string } | undefined {
  const match = /(?:^|[#/])todo\/([^?#]*)/.exec(pagePath ?? '');
  if (!match) return undefined;
  return /(?:^|\/)(?:trail|traces?)(?:\/|$)/.test(match[1] ?? '')
    ? { code: 2, label: '办理轨迹' }
    : { code: 1, label: '材料附件' };
}
