import type { Problem } from '#domain/refusals/refusals.ts';
import type { ImportColumn, SheetRow } from '#domain/sheets/import-sheet.ts';
import type { CodeList } from '#server/framework/lists/importable-sheet.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import type { PartTable, Use } from './parts.queries.ts';

/** A stored row; its id is its code. */
export interface PartRow {
  id: string;
  name: string;
  /** Position in the list. */
  sortBy: number;
}

/** One kind of part of the office, edited in a dialog or by spreadsheet. */
export interface OfficePart<Row extends PartRow, References> {
  /** Name of the kind in calls, in the audit log, and as object kind of its audit records. */
  kind: 'hall' | 'window' | 'post' | 'user-group';
  title: string;
  table: PartTable;
  /** Lists all rows, in their order. */
  list(db: Db): Promise<Row[]>;
  /** Reads the objects to which rows may refer: organisations, halls, regions. */
  references(db: Db): Promise<References>;
  /** Returns the problems of a row by field; `all` are the rows after the change, with which it is compared. */
  check(
    row: Row,
    comparison: { references: References; all: readonly Row[]; before: Row | undefined },
  ): Problem[];
  /** Returns the object in which names are unique; undefined if something else distinguishes equal names. */
  nameScope?: (row: Row) => string | null;
  upsert(tx: Tx, row: Row): Promise<void>;
  /** Counts the uses of a row, by kind. */
  uses(db: Db, id: string): Promise<Use[]>;
  columns: readonly ImportColumn[];
  sheetName: string;
  /** Lists of the codes that its cells may contain; the workbook has a sheet with them. */
  codes: readonly CodeList[];
  /** Converts between a row and its line in the spreadsheet. */
  toSheet(row: Row): SheetRow;
  fromSheet(values: SheetRow): Row;
}
