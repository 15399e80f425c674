import { z } from 'zod';
import { previewLimits, thumbnailLimits } from '#domain/uploads/preview-limits.ts';
import { endpoint } from './endpoint.ts';
import { idList } from './files.ts';

/** Previews of files that a browser cannot draw: spreadsheets as rows, text files as text (0159). */

const count = z.number().int().min(0);

export const SheetPreview = z.object({
  name: z.string(),
  /** Column widths in characters, up to the last column with its own; 0: the default width. */
  widths: z.array(z.number()).max(previewLimits.columns),
  rows: z
    .array(
      z.object({
        /** Values as the spreadsheet shows them: dates and numbers in their format. */
        cells: z.array(z.string()).max(previewLimits.columns),
        /** Columns whose cells are numbers, which are aligned right. */
        numbers: z.array(count),
      }),
    )
    .max(previewLimits.rows),
  /** Merged cells; both ends are inclusive and counted from 0. */
  merges: z.array(z.object({ top: count, left: count, bottom: count, right: count })),
  /** Number of rows at the top that the file itself freezes. */
  frozenRows: count,
  /** True if the sheet has more rows or columns than are shown. */
  isCut: z.boolean(),
});
export type SheetPreview = z.output<typeof SheetPreview>;

export const FilePreview = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sheet'),
    sheets: z.array(SheetPreview).max(previewLimits.sheets),
    /** Number of sheets that are hidden in the file, or over the limit. */
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
    /** The page that opens the file, for the access log (S2 §2). */
    query: z.strictObject({ pagePath: z.string().max(500).optional() }),
    output: FilePreview,
    refusals: ['notFound', 'tooManyRequests'],
  }),
  /**
   * Returns thumbnails of those files that have one and that the person may read; the others are left out.
   */
  thumbnails: endpoint({
    method: 'GET',
    reads: [],
    path: '/api/file-thumbnails',
    summary: '缩略图',
    query: z.strictObject({ ids: idList(thumbnailLimits.maxPerRequest) }),
    /** `picture`: a data URL. */
    output: z.object({ rows: z.array(z.object({ id: z.string(), picture: z.string() })) }),
    hasLongAddress: true,
  }),
};
