import type { ExportFormat } from './export-format.ts';

/** Limits of export jobs; limits of rows are in `limits.ts`. */
export const exportLimits = {
  /** Days after which a file is removed. */
  retentionDays: 7,
  /** Waiting and running exports of one person. */
  maxOpenPerPerson: 3,
  /** Largest number of selected rows in one export. */
  maxSelectedRows: 1_000,
  /** Number of times that an export is started; it is started again after each failure of its worker. */
  maxTries: 3,
  /** Files that a person may download in ten minutes by the calls that answer with the file itself. */
  directDownloads: 20,
} as const;

/** Returns a file name such as `待办事项-20261120-1405.xlsx`: the list's title and the minute of the request, in China. */
export function exportFileName(title: string, minute: string, format: ExportFormat): string {
  return `${title}-${minute.replaceAll(/[-:]/g, '').replace(' ', '-')}.${format}`;
}
