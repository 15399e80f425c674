import type { MultipartFile } from '@fastify/multipart';
import type { UploadRefusal } from '#contract/files.ts';
import type { Actor } from '#domain/access/actor.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import { dangerMessage } from '#domain/uploads/danger.ts';
import { storeUploadRule } from '#domain/uploads/limits.ts';
import { checkUpload, maxBytesOf } from '#domain/uploads/upload-rule.ts';
import type { Context } from '#server/context/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { contentTypeOf } from '#server/files/content-type.ts';
import type { IncomingFile } from '#server/files/file-store.ts';
import type { Inspection } from '#server/files/inspection/inspection.ts';
import { ScannerAway } from '#server/gateways/virus-scanner/scanner.ts';
import { cleanName } from './clean-name.ts';
import type { FileRow } from './queries.ts';
import * as queries from './queries.ts';
import { recordUpload } from './store-file.ts';
import type { UploadGate } from './upload-gate.ts';

/** What the store takes at all; each place then checks its own rule (decision 0018). */
export const uploadLimits = {
  files: storeUploadRule.maxCount,
  /** One more than is taken, so that a file of one byte too many is told from one that was cut off there. */
  fileSize: maxBytesOf(storeUploadRule) + 1,
  fields: 20,
  fieldSize: 10_000,
};

interface Arrival {
  id: string;
  name: string;
  file: IncomingFile;
}

/**
 * Keeps the files of one form, all or none: each is written to the side while it comes, then scanned and looked into,
 * and becomes a file only when nothing speaks against any of them.
 */
export async function storeUploads(
  context: Context,
  gate: UploadGate,
  caller: { actor: Actor; requestId: string },
  parts: AsyncIterable<MultipartFile>,
): Promise<FileRow[] | UploadRefusal> {
  const leave = gate.enter(caller.actor.staffId);
  if (isRefusal(leave)) return leave;
  const arrivals: Arrival[] = [];
  try {
    const broken = await receiveAll(context, parts, arrivals);
    if (broken) return broken;
    const checked = await checkAll(context, arrivals);
    return isRefusal(checked) ? checked : await keepAll(context, caller, checked);
  } finally {
    for (const { file } of arrivals) await file.discard();
    leave();
  }
}

async function receiveAll(
  context: Context,
  parts: AsyncIterable<MultipartFile>,
  arrivals: Arrival[],
): Promise<UploadRefusal | undefined> {
  try {
    for await (const part of parts) {
      const id = context.newId();
      arrivals.push({ id, name: cleanName(part.filename), file: await context.files.receive(id, part.file) });
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT')) throw error;
    const last = { name: '', size: 0, alreadyUploaded: storeUploadRule.maxCount };
    const refusal = checkUpload(last, storeUploadRule);
    return refusal && atField(refusal, [refusal.message ?? '']);
  }
  return arrivals.length > 0
    ? undefined
    : refuse('badInput', { problems: [{ field: 'file', message: '请选择文件' }] });
}

/** Every file with what is wrong with it: all problems at once, led by the file's name. */
async function checkAll(
  context: Context,
  arrivals: readonly Arrival[],
): Promise<(Arrival & { kind: Inspection['kind'] })[] | UploadRefusal> {
  const checked: (Arrival & { kind: Inspection['kind'] })[] = [];
  const refusals: { name: string; refusal: UploadRefusal }[] = [];
  for (const arrival of arrivals) {
    const kind = await checkContent(context, arrival);
    if (isRefusal(kind)) refusals.push({ name: arrival.name, refusal: kind });
    else checked.push({ ...arrival, kind });
  }
  const [first] = refusals;
  if (!first) return checked;
  return atField(
    first.refusal,
    refusals.map(({ name, refusal }) => `${name}：${refusal.message ?? ''}`),
  );
}

function atField<R extends UploadRefusal>(refusal: R, messages: readonly string[]): R {
  return { ...refusal, problems: messages.map((message) => ({ field: 'file', message })) };
}

async function checkContent(
  { scanner, inspector, log }: Context,
  { name, file }: Arrival,
): Promise<Inspection['kind'] | UploadRefusal> {
  const candidate = { name, size: file.size, alreadyUploaded: 0 };
  const early = checkUpload(candidate, storeUploadRule);
  if (early) return early;
  const scan = scanner.scan(file.path).catch((error: unknown) => {
    if (error instanceof ScannerAway) return error;
    throw error;
  });
  const [found, { kind, danger }] = await Promise.all([scan, inspector.inspect(file.path)]);
  if (typeof found === 'string' || danger === 'virus') {
    log.warn({ virus: found, sha256: file.sha256 }, 'An upload with a virus was refused');
    return refuse('fileDangerous', { message: dangerMessage.virus });
  }
  if (danger === 'broken') return refuse('fileTypeNotAllowed', { message: dangerMessage.broken });
  if (danger) return refuse('fileDangerous', { message: dangerMessage[danger] });
  const late = checkUpload({ ...candidate, kind }, storeUploadRule);
  if (late) return late;
  if (found) {
    log.error({ error: found }, 'The virus scanner gave no verdict; the upload was refused');
    return refuse('busy', { message: '病毒扫描服务暂不可用，文件未保存，请稍后重新上传' });
  }
  return kind;
}

/**
 * The bytes first, then the rows that make them exist, within what the person may have lying about. A transaction that
 * throws may have been committed all the same, when the database died in answering; then the files stay in doubt, and the
 * clean-up asks again.
 */
async function keepAll(
  context: Context,
  caller: { actor: Actor; requestId: string },
  arrivals: readonly (Arrival & { kind: Inspection['kind'] })[],
): Promise<FileRow[] | UploadRefusal> {
  const { files } = context;
  const forEach = (settle: (id: string) => Promise<void>) =>
    Promise.all(arrivals.map(({ id }) => settle(id)));
  try {
    for (const { file } of arrivals) await file.keep();
  } catch (error) {
    await forEach(files.remove);
    throw error;
  }
  const rows = await recordAll(context, caller, arrivals);
  await forEach(isRefusal(rows) ? files.remove : files.confirm);
  return rows;
}

async function recordAll(
  context: Context,
  caller: { actor: Actor; requestId: string },
  arrivals: readonly (Arrival & { kind: Inspection['kind'] })[],
): Promise<FileRow[] | UploadRefusal> {
  const { actor } = caller;
  const { personMb } = context.config.uploads;
  const bytes = arrivals.reduce((sum, { file }) => sum + file.size, 0);
  return await inTransaction(context.db, async (tx) => {
    await queries.lockUploads(tx, actor.staffId);
    const held = await queries.countLooseBytes(tx, actor.staffId);
    const most = personMb * 1_048_576;
    // Deleted drafts keep theirs without a hindrance to who goes on working, and as much again at most.
    if (held.loose + bytes > most || held.loose + held.deleted + bytes > 2 * most) {
      const message = `您已上传而尚未使用的附件合计不得超过${personMb}M，请先提交已填写的办件或稍后再上传`;
      return refuse('uploadQuotaReached', { message, problems: [{ field: 'file', message }] });
    }
    const recorded: FileRow[] = [];
    for (const { id, name, file, kind } of arrivals) {
      const { size, sha256 } = file;
      const stored = { id, name, size, sha256, contentType: contentTypeOf(kind) };
      recorded.push(await recordUpload(tx, context, caller, stored));
    }
    return recorded;
  });
}
