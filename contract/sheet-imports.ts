import { z } from 'zod';
import { sheetLimits } from '#domain/sheets/import-sheet.ts';
import { endpoint, idempotencyRefusals } from './endpoint.ts';
import type { Tag } from './tags.ts';

/**
 * Data edited in the portal or by sheet: template, export, preview of a sheet's changes, import (decision
 * 0169).
 */

/** Limit of a body with a sheet: Base64 text is a third larger than its bytes; the form around it is small. */
const maxBody = Math.ceil((sheetLimits.bytes * 4) / 3) + 2_048;
const file = z
  .string()
  .min(1, '请选择要导入的文件')
  .max(maxBody, `文件不能超过 ${sheetLimits.bytes / 1_048_576} MB`);

export const Workbook = z.object({
  fileName: z.string(),
  /** An .xlsx workbook in base64. */
  file: z.string(),
});

export const SheetProblem = z.object({
  /** Row number in the spreadsheet; 0 for the whole file. */
  row: z.number().int(),
  /** Title of the column; empty for the whole row. */
  column: z.string(),
  message: z.string(),
});
export type SheetProblem = z.output<typeof SheetProblem>;

const SheetChange = z.object({
  row: z.number().int(),
  kind: z.enum(['added', 'changed', 'same']),
  key: z.string(),
  /** Name of the row, if its key is a code. */
  name: z.string().optional(),
  /**
   * For an added row its values, for a changed row the differences: `was` before the import, `now` after it. A field
   * of codes also has their `names`, as far as they are known; the code of the row itself is marked as `isKey`.
   */
  fields: z.array(
    z.object({
      title: z.string(),
      was: z.string(),
      now: z.string(),
      names: z.object({ title: z.string(), was: z.string(), now: z.string() }).optional(),
      isKey: z.literal(true).optional(),
    }),
  ),
});
export type SheetChange = z.output<typeof SheetChange>;

export const SheetPreview = z.object({
  /** Digest of the previewed content; the import is refused if the content has changed since. */
  digest: z.string(),
  added: z.number().int(),
  changed: z.number().int(),
  same: z.number().int(),
  /** Number of all problems; each list contains at most the first 500. */
  wrong: z.number().int(),
  rows: z.array(SheetChange),
  problems: z.array(SheetProblem),
  /** Effects beyond the rows of the sheet; the import confirms them. */
  warnings: z.array(z.string()),
});
export type SheetPreview = z.output<typeof SheetPreview>;

/**
 * Returns the calls of one kind of sheet; `title` is the name of its rows, `subject` the tag that an import
 * changes.
 */
export function sheetImportCalls(name: string, title: string, subject: Tag) {
  const base = `/api/administration/sheets/${name}`;
  return {
    template: endpoint({
      method: 'GET',
      path: `${base}/template`,
      summary: `${title}导入模板`,
      output: Workbook,
    }),
    exportRows: endpoint({
      method: 'GET',
      path: `${base}/present`,
      summary: `导出${title}`,
      output: Workbook,
    }),
    preview: endpoint({
      method: 'POST',
      path: `${base}/preview`,
      summary: `预览${title}导入`,
      body: z.strictObject({ file }),
      output: SheetPreview,
      mutates: false,
      maxBodyBytes: maxBody + 1_024,
    }),
    apply: endpoint({
      method: 'POST',
      changes: [subject],
      path: `${base}/apply`,
      summary: `导入${title}`,
      body: z.strictObject({ file, digest: z.string().max(64) }),
      output: z.object({ added: z.number().int(), changed: z.number().int() }),
      refusals: ['forbidden', 'sheetStale', 'identityNotConfirmed', ...idempotencyRefusals],
      maxBodyBytes: maxBody + 1_024,
    }),
  };
}
export type SheetImportCalls = ReturnType<typeof sheetImportCalls>;
