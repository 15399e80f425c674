import type { Actor } from '#domain/access/actor.ts';
import {
  attachedFileMessage,
  attachmentProblem,
  type KnownFile,
  type KnownFiles,
} from '#domain/forms/attached-files.ts';
import { type Problem, refuse } from '#domain/refusals/refusals.ts';
import { checkFilesOfPlace, type UploadRule } from '#domain/uploads/upload-rule.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { countOrderBytes, type FileRow, listOwnFiles } from './queries.ts';
import { type MayReadOrder, mayReadSources } from './readable-files.ts';

/**
 * Files to which a person refers for an order, from the server's own rows, and the number of further bytes that the
 * order can have.
 */
export interface AttachableFiles {
  known: KnownFiles;
  remainingBytes: number;
  quotaMb: number;
}

/** Attachable files of a submission that refers to no new file. */
export const noFiles: AttachableFiles = { known: new Map(), remainingBytes: 0, quotaMb: 0 };

/**
 * Refusal if one of the files was attached to another order between the check and the write, which was rolled back.
 */
export const fileAttachedElsewhere = refuse('badInput', { message: attachedFileMessage.elsewhere });

const fileIdPattern = /^[\w-]{8,80}$/;
const megabyte = 1_048_576;

/**
 * Looks up the files that a submission refers to. Finds only the person's own uploads, from the server's
 * rows, and no document of an order, which only its own action may add (docs/decisions/0160). A file merged
 * from documents of orders is found while the person may read each order. Names, sizes and owners sent by
 * clients are ignored. `workorderId` is null while the order is being started.
 */
export async function findFiles(
  db: Db,
  { config }: Pick<Context, 'config'>,
  actor: Actor,
  request: { workorderId: string | null; ids: readonly string[]; mayRead: MayReadOrder },
): Promise<AttachableFiles> {
  const ids = request.ids.filter((id) => fileIdPattern.test(id));
  if (ids.length === 0) return noFiles;
  const { workorderId } = request;
  const rows: FileRow[] = [];
  for (const row of await listOwnFiles(db, actor.staffId, ids)) {
    if (await mayReadSources(row, (order) => request.mayRead(actor, order))) rows.push(row);
  }
  const usedBytes = workorderId === null ? 0 : await countOrderBytes(db, workorderId);
  const usageOf = (row: { workorderId: string | null }): KnownFile['usage'] => {
    if (row.workorderId === null) return 'free';
    return row.workorderId === workorderId ? 'here' : 'elsewhere';
  };
  const { orderMb } = config.uploads;
  return {
    known: new Map(
      rows.map((row) => [row.id, { id: row.id, name: row.name, size: row.size, usage: usageOf(row) }]),
    ),
    remainingBytes: orderMb * megabyte - usedBytes,
    quotaMb: orderMb,
  };
}

/** Returns a problem if files of these sizes would exceed the limit of the order. */
export function checkSpace(files: AttachableFiles, sizes: readonly number[], field = ''): Problem[] {
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes === 0 || bytes <= files.remainingBytes) return [];
  return [{ field, message: `本办件的附件总大小不得超过${files.quotaMb}M！请重新上传` }];
}

/**
 * Checks the plain list of file ids of an action (`fileList`, attachments of a countersign) against the rule
 * of its field. Returns the server's own rows; `idsToAttach` become the decision's `fileIds`.
 */
export function checkFileList(
  files: AttachableFiles,
  ids: readonly string[],
  place: { field: string; rule: UploadRule; alreadyUploaded?: number },
): { problems: Problem[]; files: { id: string; name: string; size: number }[]; idsToAttach: string[] } {
  const requested = [...new Set(ids)].map((id) => ({ id, row: files.known.get(id) }));
  const rows = requested.flatMap(({ row }) => (row && attachmentProblem(row) === undefined ? [row] : []));
  const messages = new Set([
    ...requested.flatMap(({ row }) => attachmentProblem(row) ?? []),
    ...checkFilesOfPlace(rows, place.rule, place.alreadyUploaded),
  ]);
  const claimed = rows.filter((row) => row.usage === 'free');
  const space = checkSpace(
    files,
    claimed.map(({ size }) => size),
    place.field,
  );
  return {
    problems: [...[...messages].map((message) => ({ field: place.field, message })), ...space],
    files: rows.map(({ id, name, size }) => ({ id, name, size })),
    idsToAttach: claimed.map(({ id }) => id),
  };
}
