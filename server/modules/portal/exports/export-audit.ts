import type { ExportFormat } from '#domain/lists/export-format.ts';
import { pageLabelOfExport } from '#domain/lists/export-page-label.ts';
import { maskForLog, type ResolvedExport } from './export-request.ts';

/** Returns the detail of an export for the audit log: its list, number of rows, filters and page (S2 §2). */
export function detailOf(
  { list }: Pick<ResolvedExport, 'list'>,
  request: { format: ExportFormat; rows: number; filtersText: string; pagePath: string },
): Record<string, unknown> {
  const { format, rows, filtersText, pagePath } = request;
  const place = pageLabelOfExport(pagePath);
  return {
    list: list.name,
    title: list.title,
    format,
    rows,
    filters: maskForLog(filtersText),
    pagePath,
    ...(place && { place }),
  };
}

/** Returns an audit record for an export. */
export function auditRecordOf(action: string, objectId: string, detail: Record<string, unknown>) {
  return { chain: 'export', action, objectKind: 'export', objectId, detail };
}
