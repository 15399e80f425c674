import type { Permission } from '#domain/access/actor.ts';
import type { Chunks } from '#domain/chunks.ts';
import type { Refusal } from '#domain/refusals/refusals.ts';
import type {
  ImportColumn,
  SheetChange,
  SheetField,
  SheetProblem,
  SheetRow,
  UploadedRow,
} from '#domain/sheets/import-sheet.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** The state with which a spreadsheet is compared; a declaration adds the data for its own checks. */
export interface SheetState {
  /** The existing rows, in the order of an export. */
  existingRows: readonly SheetRow[];
}

/** Lists of codes that an author looks up while filling in a spreadsheet. */
export type CodeList =
  | 'organisations'
  | 'departments'
  | 'positions'
  | 'groups'
  | 'windows'
  | 'halls'
  | 'applications';

/** The person who imports a spreadsheet, and the call that does it. */
export interface ImportCall {
  readonly actor: { readonly staffId: string; readonly name: string };
  /** Left out by a bundle, which contains no people. */
  readonly call?: { readonly sessionId: string; readonly requestId: string };
}

interface SheetDeclaration<State extends SheetState, Prepared> {
  /** Name under which its calls are declared (`sheetImportCalls`). */
  name: string;
  /** The permission to import and export it; checked again under the lock. */
  permission: Permission;
  /** Title of the rows: name of the sheet and the file, and object in the audit log. */
  title: string;
  /** Returns the columns; choices may depend on existing data. */
  columns(state: State): readonly ImportColumn[];
  /** Codes that its cells may contain, listed in the workbook with their names. */
  codes?: readonly CodeList[];
  /** The columns whose values together identify a row; they must be required, or filled in by `completeRows`. */
  keys: readonly string[];
  /**
   * Reads all needed rows at once: for the preview, and again inside the transaction of the change. The actor
   * is passed for columns that not every person may change.
   */
  read(db: Db, context: Context, actor: { readonly staffId: string }): Promise<State>;
  /**
   * Locks the parts of the office exclusively if the spreadsheet changes them, or shared if its rows only
   * refer to them.
   */
  lockOffice(tx: Tx): Promise<void>;
  /**
   * Allows one change at a time; called before `read` inside the transaction, after the locks of office and
   * accounts.
   */
  lock?(tx: Tx): Promise<void>;
  /**
   * Completes rows to the form of an export before they are compared: keys that may be empty, and values with
   * several spellings. Unreadable values are unchanged.
   */
  completeRows?(rows: readonly UploadedRow[], state: State): Chunks<readonly UploadedRow[]>;
  /**
   * Computes the slow inputs of `check` and `apply` before the transaction, which occupies a connection, from
   * the state at that time. If the state differs at the time of the change, `apply` refuses.
   */
  prepare?(
    changes: readonly SheetChange[],
    state: State,
    rows: readonly UploadedRow[],
    actor: { readonly staffId: string },
  ): Promise<Prepared>;
  /**
   * Returns the problems beyond single cells: unknown names, cycles, forbidden changes. Checks all rows at
   * once, and lets the server answer other requests in between.
   */
  check(
    changes: readonly SheetChange[],
    state: State,
    /** Rows as they were read, including those that could not be compared. */
    rows: readonly UploadedRow[],
    prepared: Prepared,
  ): Chunks<SheetProblem[]>;
  /**
   * Returns effects of changes beyond their own cells, by the key of the row, for the preview and the audit
   * log.
   */
  consequences?(changes: readonly SheetChange[], state: State): ReadonlyMap<string, SheetField>;
  /**
   * Returns warnings about effects of a change that are no problems: shown in the preview, and confirmed by
   * the import. They are computed again inside the transaction; if they differ, the spreadsheet must be
   * previewed again.
   */
  warn?(db: Db, changes: readonly SheetChange[], state: State): Promise<string[]>;
  /** Writes the added and changed rows, after all checks; refuses if the prepared data is outdated. */
  apply(
    tx: Tx,
    changes: readonly SheetChange[],
    state: State,
    context: Context,
    importCall: ImportCall,
    prepared: Prepared,
  ): Promise<undefined | Refusal<'sheetStale' | 'identityNotConfirmed'>>;
  /** Removes this process's cached data of the earlier rows, after the commit. */
  clearCache?(db: Db): void;
}

/** A kind of data that is exported and imported as a spreadsheet (decision 0169). */
export type ImportableSheet = SheetDeclaration<SheetState, unknown>;

/**
 * Declares an importable spreadsheet; its checks receive the state from its own `read`, and the data from its
 * own `prepare`.
 */
export function importableSheet<State extends SheetState, Prepared = undefined>(
  declaration: SheetDeclaration<State, Prepared>,
): ImportableSheet {
  return declaration as unknown as ImportableSheet;
}

/** Returns a problem of a row at one of its columns, by the column's key. */
export function problemAt(
  columns: readonly ImportColumn[],
  { row }: { row: number },
  key: string,
  message: string,
  missing?: SheetProblem['missing'],
): SheetProblem {
  const column = columns.find((each) => each.key === key)?.title ?? '';
  return { row, column, message, ...(missing && { missing }) };
}

/**
 * Checks that every required cell could be read; other rows were already reported and are not checked
 * further.
 */
export const hasRequiredCells = (columns: readonly ImportColumn[]) => (change: SheetChange) =>
  columns.every(({ key, required }) => !required || (change.values[key] ?? null) !== null);
