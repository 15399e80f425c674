import { open, readFile } from 'node:fs/promises';
import type { FilePreview } from '#contract/file-previews.ts';
import { previewLimits } from '#domain/uploads/preview-limits.ts';
import { decodeText, encodingOfText, textEncodingLabel } from '#server/adapters/files/text-encoding.ts';
import { previewBook, previewCsv } from './preview-sheets.ts';
import { type PreviewJob, ProcessingError } from './processing-job.ts';

/**
 * Reads the part of a spreadsheet or a text that a page shows. Unreadable content counts as an error of the
 * file.
 */
export async function readPreview({ path, format }: PreviewJob): Promise<FilePreview> {
  try {
    if (format === 'txt') return await readText(path);
    if (format === 'csv') return previewCsv(await readBeginning(path, previewLimits.csvBytes));
    return await previewBook(await readFile(path), format);
  } catch (error) {
    if (error instanceof ProcessingError || (error instanceof Error && 'syscall' in error)) throw error;
    throw new ProcessingError('unreadable');
  }
}

/** Reads the beginning of a text, however long it is. */
async function readText(path: string): Promise<FilePreview> {
  const { text, encoding, isCut } = await readBeginning(path, previewLimits.textBytes);
  return { kind: 'text', text, encoding: textEncodingLabel[encoding], isCut };
}

async function readBeginning(path: string, max: number) {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, max);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    const bytes = buffer.subarray(0, bytesRead);
    const isCut = size > bytesRead;
    const encoding = encodingOfText(bytes, !isCut);
    if (encoding === undefined) throw new ProcessingError('unreadable');
    return { text: decodeText(bytes, encoding), encoding, isCut };
  } finally {
    await handle.close();
  }
}
