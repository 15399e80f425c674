import { z } from 'zod';
import { previewLimits, thumbnailLimits } from '#domain/uploads/preview-limits.ts';
import { endpoint } from './endpoint.ts';
import { idList } from './files.ts';

/** Previews of files that a browser cannot draw: sheets as rows, texts as text (0159). */

const count = z.number().int().min(0);

export const SheetPreview = z.object({
  name: z.string(),
  /** Widths in letters, of as many columns as have one of their own; 0: the usual. */
  widths: z.array(z.number()).max(previewLimits.columns),
  rows: z
    .array(
      z.object({
        /** As the sheet shows them: dates and numbers by their format. */
        cells: z.array(z.string()).max(previewLimits.columns),
        /** Which of them are numbers, that stand at the right. */
        numbers: z.array(count),
      }),
    )
    .max(previewLimits.rows),
  /** Cells joined into one, both ends inclusive, from 0. */
  merges: z.array(z.object({ top: count, left: count, bottom: count, right: count })),
  /** Rows at the top that the file itself keeps in sight. */
  frozenRows: count,
  /** More rows or columns than are shown. */
  isCut: z.boolean(),
});
export type SheetPreview = z.output<typeof SheetPreview>;

export const FilePreview = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sheet'),
    sheets: z.array(SheetPreview).max(previewLimits.sheets),
    /** Sheets that are hidden in the file, or too many. */
    sheetsLeftOut: count,
  }),
  z.object({
    kind: z.literal('text'),
    text: z.string(),
    encoding: z.string(),
    isCut: z.boolean(),
  }),
]);
export type FilePreview = z.output<typeof FilePreview>;

export const filePreviews = {
  data: endpoint({
    method: 'GET',
    reads: [],
    path: '/api/files/:id/preview-data',
    summary: '预览表格和文本',
    params: z.strictObject({ id: z.uuid('文件标识不正确') }),
    /** The page that asks, for the access log (S2 §2). */
    query: z.strictObject({ pagePath: z.string().max(500).optional() }),
    output: FilePreview,
    refusals: ['notFound', 'tooManyRequests'],
  }),
  /** Small pictures of those that have one and that the person may read; of the others nothing is said. */
  thumbnails: endpoint({
    method: 'GET',
    reads: [],
    path: '/api/file-thumbnails',
    summary: '缩略图',
    query: z.strictObject({ ids: idList(thumbnailLimits.atOnce) }),
    /** `picture`: a data address. */
    output: z.object({ rows: z.array(z.object({ id: z.string(), picture: z.string() })) }),
    hasLongAddress: true,
  }),
};
