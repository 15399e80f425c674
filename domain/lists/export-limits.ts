import type { ExportFormat } from './export-format.ts';

/** Limits of exports by job; those of rows are in `limits.ts`. */
export const exportLimits = {
  /** Days after which a file is removed. */
  keptDays: 7,
  /** Of one person, waiting and running. */
  atOncePerPerson: 3,
  /** Ticked rows that one export takes. */
  chosenRows: 1_000,
  /** Times that an export is begun anew after its worker died. */
  tries: 3,
  /** Files of one person by the calls that answer at once, in ten minutes. */
  answeredAtOnce: 20,
} as const;

/** Returns a file name such as `待办事项-20261120-1405.xlsx`: the list's title and the minute of the request, in China. */
export function exportFileName(title: string, minute: string, format: ExportFormat): string {
  return `${title}-${minute.replaceAll(/[-:]/g, '').replace(' ', '-')}.${format}`;
}
