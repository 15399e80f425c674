import type { ExportTask } from '#contract/exports.ts';
import type { Actor } from '#domain/access/actor.ts';
import { problemOfMarks } from '#domain/access/visibility-marks.ts';
import { ExportState } from '#domain/lists/export-format.ts';
import { exportLimits } from '#domain/lists/export-limits.ts';
import type { Context } from '#server/framework/context.ts';
import type { ExportRow } from './queries.ts';

const dayMs = 86_400_000;

/** Query and filters of an export, as they are stored. */
export interface StoredExportRequest {
  query: Record<string, unknown>;
  /** Description of the filters in Chinese; `words` is its stored name. */
  words: string;
}

export function storedRequestOf(
  context: Pick<Context, 'crypto'>,
  row: Pick<ExportRow, 'askedSealed'>,
): StoredExportRequest {
  return JSON.parse(context.crypto.open(row.askedSealed, 'export')) as StoredExportRequest;
}

export function presentExport(context: Pick<Context, 'crypto'>, actor: Actor, row: ExportRow): ExportTask {
  const { id, list, title, fileName, format, state, rows, rowsInAll, size, askedAt, finishedAt } = row;
  const leftOut = state === ExportState.done ? (row.rowIds?.length ?? rows) - rows : 0;
  return {
    id,
    list,
    title,
    fileName,
    format,
    state,
    rows,
    rowsInAll,
    leftOut,
    size,
    filters: storedRequestOf(context, row).words,
    askedAt: askedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    refusedBecause: state === ExportState.done ? (problemOfMarks(row.marksAtWriting, actor) ?? null) : null,
    keptUntil:
      state === ExportState.done && finishedAt
        ? new Date(finishedAt.getTime() + exportLimits.retentionDays * dayMs).toISOString()
        : null,
  };
}
