import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { FilterLabel } from '#domain/lists/export-texts.ts';
import type { Refusal } from '#domain/refusals/refusals.ts';
import type { SheetColumn } from '#server/adapters/spreadsheets/sheet-column.ts';
import type { Context } from '#server/framework/context.ts';
import type { AccessRule } from '#server/framework/routing/access.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

/** A list with the filters of one person: its length, and its rows in order. */
export interface ListRequest<Row> {
  /** Counts up to one more than an export contains. */
  count(): Promise<number>;
  /** Returns rows of one snapshot in batches, up to a maximum. */
  rows(db: Db, maxRows: number): AsyncIterable<readonly Row[]>;
  /** The number of selected rows, if only those are requested: some may no longer be in the list. */
  selectedCount?: number;
  /** Returns the range of the search, if it is limited, as text for the file. */
  describeSearchRange?(): Promise<string | undefined>;
}

/**
 * A list that can be exported as a file. The export uses the list's own call: people who may make that call
 * may export, queries that it refuses are refused, and the rows come from the same statement and are masked
 * by the same presenter.
 */
export interface ExportableList<Row = unknown> {
  /** The name by which calls and pages request it, `apiCode` of the specification (S2 §7). */
  name: string;
  title: string;
  /** The list's own call and the access of its route. */
  endpoint: Endpoint;
  access: AccessRule;
  /** True if more than 10,000 rows are cut after a confirmation; false to refuse them (S0 §5). */
  mayTruncate: boolean;
  columns: readonly SheetColumn<Row>[];
  /** Its filters, for the last line of the file. */
  filters: readonly FilterLabel[];
  /**
   * Filters that also apply to ticked rows; the others do not, because rows may have been ticked under other
   * filters.
   */
  permanentFilters: readonly string[];
  rowKey(row: Row): string;
  request(
    context: Context,
    actor: Actor,
    query: unknown,
  ): Promise<ListRequest<Row> | Refusal<'badInput' | 'forbidden'>>;
}

interface ListDeclaration<Row, E extends Endpoint>
  extends Omit<ExportableList<Row>, 'request' | 'permanentFilters'> {
  endpoint: E;
  permanentFilters?: readonly string[];
  request(
    context: Context,
    actor: Actor,
    query: z.output<E['query']>,
  ): Promise<ListRequest<Row> | Refusal<'badInput' | 'forbidden'>>;
}

/** Declares an exportable list; its query is the one that its own call reads. */
export function exportableList<Row, E extends Endpoint>(
  declaration: ListDeclaration<Row, E>,
): ExportableList {
  return { permanentFilters: [], ...declaration } as unknown as ExportableList;
}

/**
 * Returns only the ticked rows of a list, on whatever page they are; the list contains only rows that the
 * person may see.
 */
export function selectedRows(
  list: Pick<ExportableList, 'rowKey'>,
  request: ListRequest<unknown>,
  ids: readonly string[],
): ListRequest<unknown> {
  const selectedIds = new Set(ids);
  return {
    selectedCount: selectedIds.size,
    count: async () => selectedIds.size,
    async *rows(db) {
      const remaining = new Set(selectedIds);
      for await (const batch of request.rows(db, Number.MAX_SAFE_INTEGER)) {
        const matches = batch.filter((row) => remaining.delete(list.rowKey(row)));
        if (matches.length > 0) yield matches;
        if (remaining.size === 0) return;
      }
    },
  };
}
