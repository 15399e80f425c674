import { type Actor, mayHaveMatters } from '#domain/access/actor.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/context/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { appendAudit } from '#server/modules/audit/service.ts';
import { type FileRow, findFile } from './queries.ts';

/** Whether a person may read the papers of an order; the work-orders module answers. */
export type MayReadOrder = (actor: Actor, workorderId: string) => Promise<boolean>;

/**
 * A file that this person may read: their own, or a paper of an order they may read. What an order has taken is no more
 * the own of whoever runs the portal.
 */
export async function getReadableFile(
  context: Pick<Context, 'db'>,
  actor: Actor,
  id: string,
  mayRead: MayReadOrder,
): Promise<FileRow | Refusal<'notFound'>> {
  const file = await findFile(context.db, id);
  if (!file) return refuse('notFound');
  const isOwn = file.ownerStaffId === actor.staffId;
  if (isOwn && (file.workorderId === null || mayHaveMatters(actor))) return file;
  // What exists but is not for them is not there: ids tell nothing.
  if (file.workorderId === null || !(await mayRead(actor, file.workorderId))) return refuse('notFound');
  return file;
}

/** Writes down that a file was handed out, and where in the portal it was asked for. */
export async function recordDownload(
  context: Context,
  call: { actor: Actor; requestId: string; pagePath: string | undefined },
  file: FileRow,
): Promise<void> {
  const place = placeOfPage(call.pagePath);
  await inTransaction(context.db, (tx) =>
    appendAudit(tx, context, {
      chain: 'file',
      actor: call.actor,
      action: 'file.download',
      objectKind: 'file',
      objectId: file.id,
      detail: { name: file.name, workorderId: file.workorderId, ...(place ? { place } : {}) },
      requestId: call.requestId,
    }),
  );
}

export {
  type AttachableFiles,
  checkFileList,
  checkRoom,
  fileJustTaken,
  lookUpFiles,
  noFiles,
} from './attachable.ts';
export { cleanName } from './clean-name.ts';
export { sendBytes } from './send.ts';
export { storeFile } from './store-file.ts';
export { cleanUpFiles, dropUnattached, holdForDraft, removeBytes } from './unattached.ts';
export { storeUploads, uploadLimits } from './upload.ts';

/**
 * Which part of the portal a download belongs to, by the page it was asked from: pages of a to-do (`todo/…`, in a path
 * or a hash route) hand out the material attachments (1), or the handling trail (2) where the page says so (S2 §2).
 */
function placeOfPage(pagePath: string | undefined): { code: 1 | 2; label: string } | undefined {
  const found = /(?:^|[#/])todo\/([^?#]*)/.exec(pagePath ?? '');
  if (!found) return undefined;
  return /(?:^|\/)(?:trail|traces?)(?:\/|$)/.test(found[1] ?? '')
    ? { code: 2, label: '办理轨迹' }
    : { code: 1, label: '材料附件' };
}
