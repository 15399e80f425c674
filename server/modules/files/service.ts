import type { MultipartFile } from '@fastify/multipart';
import type { Actor } from '#domain/access/actor.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { kindOfPackage, sniffFileKind } from '#domain/uploads/file-kind.ts';
import { formUploadRule, handlingUploadRule, phoneUploadRule } from '#domain/uploads/limits.ts';
import { checkUpload, maxBytesOf, type UploadRule } from '#domain/uploads/upload-rule.ts';
import { zipEntryNames } from '#domain/uploads/zip-names.ts';
import type { Context } from '#server/context/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { contentTypeOf } from '#server/files/content-type.ts';
import { appendAudit } from '#server/modules/audit/service.ts';
import { type FileRow, findFile, insertFile } from './queries.ts';

/** What the store takes at all: the formats and sizes of all places together; each place then checks its own rule. */
const storeRule: UploadRule = {
  formats: [...new Set([...formUploadRule.formats, ...phoneUploadRule.formats])],
  maxSize: handlingUploadRule.maxSize,
  unit: 'MB',
  maxCount: 10,
};
export const uploadLimits = { files: 10, bytes: maxBytesOf(storeRule) };

/** Whether a person may read the papers of an order; the work-orders module answers. */
export type MayReadOrder = (actor: Actor, workorderId: string) => Promise<boolean>;

/** Keeps the files of one form; all are checked before the first is kept. */
export async function storeUploads(
  context: Context,
  actor: Actor,
  parts: AsyncIterable<MultipartFile>,
  requestId: string,
): Promise<FileRow[] | Refusal> {
  const checked: { name: string; bytes: Buffer; contentType: string }[] = [];
  for await (const part of parts) {
    const bytes = await part.toBuffer();
    const name = cleanName(part.filename);
    const head = sniffFileKind(bytes);
    const kind = head === 'zip' ? kindOfPackage(zipEntryNames(bytes)) : head;
    const candidate = { name, size: bytes.length, alreadyUploaded: checked.length, kind };
    const refusal = checkUpload(candidate, storeRule);
    if (refusal) {
      const message = `${name}：${refusal.message ?? ''}`;
      return { ...refusal, problems: [{ field: 'file', message }] };
    }
    checked.push({ name, bytes, contentType: contentTypeOf(name, kind) });
  }
  if (checked.length === 0) {
    return refuse('badInput', { problems: [{ field: 'file', message: '请选择文件' }] });
  }
  const rows: FileRow[] = [];
  for (const file of checked) rows.push(await storeFile(context, actor, file, requestId));
  return rows;
}

/** Keeps one file whose content is already known to be what it claims: bytes first, then the row that makes them exist. */
export async function storeFile(
  context: Context,
  actor: Actor,
  file: { name: string; bytes: Uint8Array; contentType: string },
  requestId: string,
): Promise<FileRow> {
  const id = context.newId();
  const { size, sha256 } = await context.files.put(id, file.bytes);
  const row: FileRow = {
    id,
    ownerStaffId: actor.staffId,
    workorderId: null,
    name: file.name,
    size,
    contentType: file.contentType,
    sha256,
    createdAt: context.now(),
  };
  await inTransaction(context.db, async (tx) => {
    await insertFile(tx, {
      id,
      owner_staff_id: row.ownerStaffId,
      name: row.name,
      size,
      content_type: row.contentType,
      sha256,
      created_at: row.createdAt,
    });
    await appendAudit(tx, context, {
      chain: 'file',
      actor,
      action: 'file.upload',
      objectKind: 'file',
      objectId: id,
      detail: { name: file.name, size, sha256 },
      requestId,
    });
  });
  return row;
}

/** A file that this person may read: their own, or a paper of an order they may read. */
export async function getReadableFile(
  context: Pick<Context, 'db'>,
  actor: Actor,
  id: string,
  mayRead: MayReadOrder,
): Promise<FileRow | Refusal> {
  const file = await findFile(context.db, id);
  if (!file) return refuse('notFound');
  if (file.ownerStaffId === actor.staffId) return file;
  // What exists but is not for them is not there: ids tell nothing.
  if (file.workorderId === null || !(await mayRead(actor, file.workorderId))) return refuse('notFound');
  return file;
}

/** Writes down that a file was handed out. */
export async function recordDownload(
  context: Context,
  actor: Actor,
  file: FileRow,
  requestId: string,
): Promise<void> {
  await inTransaction(context.db, (tx) =>
    appendAudit(tx, context, {
      chain: 'file',
      actor,
      action: 'file.download',
      objectKind: 'file',
      objectId: file.id,
      detail: { name: file.name, workorderId: file.workorderId },
      requestId,
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

/** The name without folders and control characters, at most 200 characters, its ending kept. */
export function cleanName(name: string): string {
  const base = (name.split(/[/\\]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim();
  const characters = [...(base === '' ? '未命名' : base)];
  if (characters.length <= 200) return characters.join('');
  const ending = /\.[^.]{1,10}$/.exec(base)?.[0] ?? '';
  return characters.slice(0, 200 - ending.length).join('') + ending;
}
