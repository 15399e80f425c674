import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { UploadRefusal } from '#contract/files.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { suggestedFileName } from '#domain/uploads/file-name.ts';
import { mergeLimits, storeUploadRule } from '#domain/uploads/limits.ts';
import { isPreviewable } from '#server/adapters/files/content-type.ts';
import type { LocalCopy } from '#server/adapters/files/file-store.ts';
import type { Context } from '#server/framework/context.ts';
import { type FileRow, listUnconfirmedDocuments } from './queries.ts';
import { getReadableFiles, type MayReadOrder } from './readable-files.ts';
import { refuseNumber, storeParts, type UploadCaller } from './upload.ts';
import type { UploadLimiter } from './upload-limiter.ts';

/**
 * Merges files that the person may read into one PDF, in the given order; it becomes the person's own upload
 * (S2 §7).
 */
export async function mergeFiles(
  context: Context,
  limiter: UploadLimiter,
  caller: UploadCaller,
  selection: { ids: readonly string[]; mayRead: MayReadOrder },
): Promise<FileRow[] | UploadRefusal | Refusal<'notFound'>> {
  const { ids } = selection;
  if (ids.length > mergeLimits.files) {
    return refuseNumber({ ...storeUploadRule, maxCount: mergeLimits.files }) ?? refuse('tooManyFiles');
  }
  const files = await getReadableFiles(context, caller.actor, ids, selection.mayRead);
  if (isRefusal(files)) return files;
  // A previewed document may be used only by its own action, and only with its mark.
  if ((await listUnconfirmedDocuments(context.db, ids)).length > 0) return refuse('notFound');
  const unsupported = files.filter(({ contentType }) => !isPreviewable(contentType));
  if (unsupported.length > 0) return refuseMerge(unsupported, '只有PDF和图片可以合并');
  if (files.reduce((sum, { size }) => sum + size, 0) > mergeLimits.bytes) {
    const message = `合并的文件合计不得超过${mergeLimits.bytes / 1_048_576}M`;
    return refuse('fileTooLarge', { message });
  }
  const sourceOrderIds = [
    ...new Set(files.flatMap(({ workorderId, sourceOrderIds }) => workorderId ?? sourceOrderIds ?? [])),
  ];
  const outputPath = await context.files.temporaryPath(context.newId());
  try {
    const problem = await makePdf(context, caller.actor.staffId, files, outputPath);
    if (problem) return problem;
    const name = suggestedFileName('合并', context.now(), 'pdf');
    async function* parts() {
      yield { name, bytes: createReadStream(outputPath), rule: storeUploadRule, sourceOrderIds };
    }
    return await storeParts(context, limiter, caller, parts());
  } finally {
    await rm(outputPath, { force: true });
  }
}

async function makePdf(
  { files: store, conversionPool }: Context,
  requester: string,
  files: readonly FileRow[],
  outputPath: string,
): Promise<UploadRefusal | undefined> {
  const copies: LocalCopy[] = [];
  try {
    for (const { bytesId } of files) copies.push(await store.openLocalCopy(bytesId));
    const inputs = copies.map(({ path }, index) => ({
      path,
      contentType: files[index]?.contentType ?? '',
    }));
    const result = await conversionPool.make(
      { work: 'merge', inputs, outputPath, maxPages: mergeLimits.pages },
      requester,
    );
    if (result === undefined) return refuse('badInput', { message: '文件内容过于复杂，无法合并' });
    if (!('problem' in result)) return undefined;
    if (result.problem === 'tooManyPages') {
      return refuse('badInput', { message: `合并后的页数不得超过${mergeLimits.pages}页` });
    }
    const reason =
      result.problem === 'tooManyObjects'
        ? `文件内容过于复杂（合计超过${mergeLimits.values / 10_000}万个对象），无法合并`
        : '文件已损坏或无法读取，不能合并';
    return refuseMerge(files.slice(result.inputIndex, result.inputIndex + 1), reason);
  } finally {
    for (const file of copies) await file.release();
  }
}

function refuseMerge(files: readonly FileRow[], reason: string): Refusal<'badInput'> {
  return refuse('badInput', {
    message: reason,
    problems: files.map(({ name }) => ({ field: 'ids', message: `${name}：${reason}` })),
  });
}
