import type { FilePreview } from '#contract/file-previews.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { extensionOf } from '#domain/uploads/file-name.ts';
import { previewLimits } from '#domain/uploads/preview-limits.ts';
import type { Context } from '#server/framework/context.ts';
import { reserveHits } from '#server/kernel/http/rate-limit.ts';
import { type FileReader, recordPiece } from './access-log.ts';
import { getReadableFile, type MayReadOrder } from './readable.ts';

/** Previews of one person in ten minutes: reading a spreadsheet takes long for a preview. */
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
  const format = formats.find((one) => one === extensionOf(file.name));
  if (format === undefined) return refuse('badInput', { message: '这种格式不能在线预览' });
  if (format !== 'txt' && file.size > previewLimits.sheetBytes) {
    const message = `表格超过 ${previewLimits.sheetBytes / 1_048_576} MB，不在线预览，请下载后查看`;
    return refuse('badInput', { message });
  }
  const limit = { bucket: `preview:${reader.actor.staffId}`, limit: previewsPerPerson, windowSeconds: 600 };
  if (!(await reserveHits(context.db, [limit], context.now()))) return refuse('tooManyRequests');
  await recordPiece(context, reader, file);
  const borrowed = await context.files.openLocalCopy(file.bytesId);
  try {
    const made = await context.conversionPool.make(
      { work: 'preview', path: borrowed.path, format },
      reader.actor.staffId,
    );
    if (made === undefined) return refuse('badInput', { message: '文件内容过于复杂，请下载后查看' });
    if (!('fault' in made)) return made;
    const message =
      made.fault === 'tooManyCells'
        ? '表格内容过多，无法预览，请下载后查看'
        : '文件已损坏或无法读取，请下载后查看';
    return refuse('badInput', { message });
  } finally {
    await borrowed.release();
  }
}
