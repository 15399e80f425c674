import type { Problem } from '#domain/refusals/refusals.ts';
import type { ImportColumn, SheetRow } from '#domain/sheets/import-sheet.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import type { PartTable, Use } from './parts.queries.ts';

/** A row as it is written; its id is its code. */
export interface PartRow {
  id: string;
  name: string;
  sortBy: number;
}

/** One kind of part of the office, kept by hand and by sheet. */
export interface OfficePart<Row extends PartRow, Names> {
  /** The name of its calls, its audit chain and its object. */
  kind: 'hall' | 'window' | 'post' | 'user-group';
  title: string;
  table: PartTable;
  /** All that there is, in its order. */
  list(db: Db): Promise<Row[]>;
  /** Reads the objects that rows may name. */
  names(db: Db): Promise<Names>;
  /** Returns the problems of a row to be written, by field, compared with all rows as they will be. */
  check(row: Row, beside: { names: Names; all: readonly Row[]; before: Row | undefined }): Problem[];
  put(tx: Tx, row: Row): Promise<void>;
  /** Counts the uses of a row, by kind. */
  uses(db: Db, id: string): Promise<Use[]>;
  columns: readonly ImportColumn[];
  sheetName: string;
  /** As its sheet has it, and back. */
  toSheet(row: Row): SheetRow;
  fromSheet(values: SheetRow): Row;
}
