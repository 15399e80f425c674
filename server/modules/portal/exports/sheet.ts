import type { Readable } from 'node:stream';
import type { Actor } from '#domain/access/actor.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import type { ExportFormat } from '#domain/lists/export-format.ts';
import { sheetBytes } from '#server/adapters/spreadsheets/sheet-bytes.ts';
import type { SheetCell, SheetColumn } from '#server/adapters/spreadsheets/sheet-column.ts';
import type { Context } from '#server/framework/context.ts';
import type { ResolvedExport } from './export-request.ts';

/** Describes how many selected rows are no longer in the list; empty if all were found. */
export function missingRowsText(selected: number | undefined, found: number): string[] {
  return selected === undefined || selected === found ? [] : [`${selected - found} 条已不在列表中，未导出`];
}

/** Writes the file of a list for one person while its rows are read. */
export function bytesOf(
  context: Pick<Context, 'db'>,
  { list, request }: ResolvedExport,
  options: {
    actor: Pick<Actor, 'name' | 'orgName'>;
    askedAt: Date;
    columns: readonly SheetColumn<unknown>[];
    format: ExportFormat;
    /** Description of the filters in Chinese. */
    filters: string;
    maxRows: number;
    /** Called after each batch; an exception ends the file. */
    onRows?: (rows: number) => Promise<void> | void;
  },
): Readable {
  const { actor, askedAt, columns, format, filters, maxRows, onRows } = options;
  async function* rows(): AsyncGenerator<SheetCell[][]> {
    let count = 0;
    for await (const batch of request.rows(context.db, maxRows)) {
      yield batch.map((row) => columns.map((column) => column.cell(row)));
      count += batch.length;
      await onRows?.(count);
    }
  }
  const foot = (count: number) =>
    [
      `共 ${count} 条`,
      `导出人：${actor.name}（${actor.orgName}）`,
      `导出时间：${minuteText(askedAt)}`,
      `导出条件：${filters || '全部'}`,
      ...missingRowsText(request.selectedCount, count),
    ].join('；');
  return sheetBytes(format, { name: list.title, columns, rows: rows(), foot });
}
