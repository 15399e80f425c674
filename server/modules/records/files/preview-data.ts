import type { FilePreview } from '#contract/file-previews.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { extensionOf } from '#domain/uploads/file-name.ts';
import { previewLimits } from '#domain/uploads/preview-limits.ts';
import type { Context } from '#server/framework/context.ts';
import { reserveHits } from '#server/kernel/http/rate-limit.ts';
import { type FileReader, recordRange } from './access-log.ts';
import { getReadableFile, type MayReadOrder } from './readable-files.ts';

/** The number of previews of one person in ten minutes; creating one for a spreadsheet is expensive. */
const previewsPerPerson = 120;

const formats = ['xlsx', 'xls', 'csv', 'txt'] as const;

/** Returns the preview of a spreadsheet or text that the person may read; each preview is logged. */
export async function previewData(
  context: Context,
  reader: FileReader,
  selection: { id: string; mayRead: MayReadOrder },
): Promise<FilePreview | Refusal<'notFound' | 'tooManyRequests' | 'badInput'>> {
  const file = await getReadableFile(context, reader.actor, selection.id, selection.mayRead);
  if (isRefusal(file)) return file;
  const format = formats.find((format) => format === extensionOf(file.name));
  if (format === undefined) return refuse('badInput', { message: '这种格式不能在线预览' });
  if (format !== 'txt' && file.size > previewLimits.sheetBytes) {
    const message = `表格超过 ${previewLimits.sheetBytes / 1_048_576} MB，不在线预览，请下载后查看`;
    return refuse('badInput', { message });
  }
  const limit = { bucket: `preview:${reader.actor.staffId}`, limit: previewsPerPerson, windowSeconds: 600 };
  if (!(await reserveHits(context.db, [limit], context.now()))) return refuse('tooManyRequests');
  await recordRange(context, reader, file);
  const localCopy = await context.files.openLocalCopy(file.bytesId);
  try {
    const result = await context.conversionPool.make(
      { work: 'preview', path: localCopy.path, format },
      reader.actor.staffId,
    );
    if (result === undefined) return refuse('badInput', { message: '文件内容过于复杂，请下载后查看' });
    if (!('problem' in result)) return result;
    const message =
      result.problem === 'tooManyCells'
        ? '表格内容过多，无法预览，请下载后查看'
        : '文件已损坏或无法读取，请下载后查看';
    return refuse('badInput', { message });
  } finally {
    await localCopy.release();
  }
}
