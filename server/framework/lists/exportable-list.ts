import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { FilterWord } from '#domain/lists/export-texts.ts';
import type { Refusal } from '#domain/refusals/refusals.ts';
import type { SheetColumn } from '#server/adapters/spreadsheets/sheet-column.ts';
import type { Context } from '#server/framework/context.ts';
import type { AccessRule } from '#server/framework/routing/access.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

/** A list as one person asks for it: how long it is, and its rows in its order. */
export interface AskedList<Row> {
  /** Counted to one more than an export takes. */
  count(): Promise<number>;
  /** At most so many rows, in batches, of one snapshot. */
  rows(db: Db, atMost: number): AsyncIterable<readonly Row[]>;
  /** The number of ticked rows, where only those are asked for: some may be in the list no more. */
  ticked?: number;
  /** Returns the reach of the search where that is limited, in words for the file. */
  reach?(): Promise<string | undefined>;
}

/**
 * A list that can be exported as a file. The export uses the list's own call: people who may make that call may export,
 * queries that it refuses are refused, and the rows come from the same statement and are masked by the same presenter.
 */
export interface ExportableList<Row = unknown> {
  /** The name by which calls and screens ask for it, `apiCode` of the specification (S2 §7). */
  name: string;
  title: string;
  /** The list's own call and the access of its route. */
  endpoint: Endpoint;
  access: AccessRule;
  /** True where more than 10,000 rows are cut after a confirmation, or refused (S0 §5). */
  allowsExceeding: boolean;
  columns: readonly SheetColumn<Row>[];
  /** Its filters, for the last line of the file. */
  filters: readonly FilterWord[];
  /** Filters that ticked rows are looked for with all the same; without the others, for they may have been ticked under others. */
  alwaysFiltered: readonly string[];
  rowKey(row: Row): string;
  ask(
    context: Context,
    actor: Actor,
    query: unknown,
  ): Promise<AskedList<Row> | Refusal<'badInput' | 'forbidden'>>;
}

interface Declared<Row, E extends Endpoint> extends Omit<ExportableList<Row>, 'ask' | 'alwaysFiltered'> {
  endpoint: E;
  alwaysFiltered?: readonly string[];
  ask(
    context: Context,
    actor: Actor,
    query: z.output<E['query']>,
  ): Promise<AskedList<Row> | Refusal<'badInput' | 'forbidden'>>;
}

/** Declares one; its query is what its own call reads. */
export function exportableList<Row, E extends Endpoint>(declared: Declared<Row, E>): ExportableList {
  return { alwaysFiltered: [], ...declared } as unknown as ExportableList;
}

/** Only the ticked rows of a list, wherever in it they stand; who asks sees no others, for the list is the person's own. */
export function chosenOf(
  list: Pick<ExportableList, 'rowKey'>,
  asked: AskedList<unknown>,
  ids: readonly string[],
): AskedList<unknown> {
  const wanted = new Set(ids);
  return {
    ticked: wanted.size,
    count: async () => wanted.size,
    async *rows(db) {
      const left = new Set(wanted);
      for await (const batch of asked.rows(db, Number.MAX_SAFE_INTEGER)) {
        const found = batch.filter((row) => left.delete(list.rowKey(row)));
        if (found.length > 0) yield found;
        if (left.size === 0) return;
      }
    },
  };
}
