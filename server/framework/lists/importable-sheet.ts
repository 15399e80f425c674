import type { Permission } from '#domain/access/actor.ts';
import type { Chunks } from '#domain/chunks.ts';
import type { Refusal } from '#domain/refusals/refusals.ts';
import type {
  ImportColumn,
  ReadRow,
  SheetChange,
  SheetField,
  SheetProblem,
  SheetRow,
} from '#domain/sheets/import-sheet.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** The state with which a sheet is compared; a declaration adds the data for its own checks. */
export interface SheetState {
  /** The present rows of the sheet, in the order of an export. */
  present: readonly SheetRow[];
}

/** The person who takes a sheet in, and the call that does. */
export interface Applying {
  readonly actor: { readonly staffId: string; readonly name: string };
  /** Left out by a package, which carries no people. */
  readonly call?: { readonly sessionId: string; readonly requestId: string };
}

interface Declared<State extends SheetState, Prepared> {
  /** As its calls are declared with it (`sheetImportCalls`). */
  name: string;
  /** The permission to import and export it; asked again under the lock. */
  permission: Permission;
  /** Title of the rows: the name of the sheet, the file and the audit's object. */
  title: string;
  /** The columns; choices may come of what is there. */
  columns(state: State): readonly ImportColumn[];
  /** The columns whose values together name a row; they have to be required, or filled in by `settle`. */
  keys: readonly string[];
  /**
   * Reads all rows that are needed, once: for the preview, and again inside the transaction of the change.
   * The actor is passed for columns that not every person may change.
   */
  read(db: Db, context: Context, actor: { readonly staffId: string }): Promise<State>;
  /** Locks the parts of the office where the sheet changes them; holds them where its rows add uses of them. */
  office(tx: Tx): Promise<void>;
  /** One change at a time; called before `read` inside the transaction, when office and turn of accounts are held. */
  lock?(tx: Tx): Promise<void>;
  /**
   * Completes rows as an export would write them, before they are compared: keys that may be left open, and values with
   * several spellings. Unreadable values stay as they are.
   */
  settle?(rows: readonly ReadRow[], state: State): Chunks<readonly ReadRow[]>;
  /**
   * Makes the slow inputs of `check` and `apply` before the transaction, which holds a connection, from the state at
   * that time. Where the state is another by the time of the change, `apply` refuses.
   */
  prepare?(
    changes: readonly SheetChange[],
    state: State,
    rows: readonly ReadRow[],
    actor: { readonly staffId: string },
  ): Promise<Prepared>;
  /**
   * Returns the problems beyond single cells: unknown names, circles, forbidden changes. Checks all rows at once, and
   * lets the server answer other requests between them.
   */
  check(
    changes: readonly SheetChange[],
    state: State,
    /** Rows as they were read, also those that could not be compared. */
    rows: readonly ReadRow[],
    prepared: Prepared,
  ): Chunks<SheetProblem[]>;
  /** Returns effects of changes beyond their own cells, by the key of the row, for the preview and the audit log. */
  consequences?(changes: readonly SheetChange[], state: State): ReadonlyMap<string, SheetField>;
  /**
   * Returns warnings about effects of a change that are no problems: shown in the preview, and confirmed by the import.
   * They are computed again inside the transaction; where they differ by then, the sheet has to be previewed anew.
   */
  warn?(db: Db, changes: readonly SheetChange[], state: State): Promise<string[]>;
  /** Writes what is added and changed, without a problem left; refuses where what was prepared holds no more. */
  apply(
    tx: Tx,
    changes: readonly SheetChange[],
    state: State,
    context: Context,
    by: Applying,
    prepared: Prepared,
  ): Promise<undefined | Refusal<'sheetStale' | 'identityNotConfirmed'>>;
  /** Removes this process's cached data of the earlier rows, after the commit. */
  forget?(db: Db): void;
}

/** A kind of data that comes and goes as a sheet (decision 0169). */
export type ImportableSheet = Declared<SheetState, unknown>;

/** Declares one; its checks see the state that its own `read` gave, and what its own `prepare` made. */
export function importableSheet<State extends SheetState, Prepared = undefined>(
  declared: Declared<State, Prepared>,
): ImportableSheet {
  return declared as unknown as ImportableSheet;
}

/** A problem of a row at one of its columns, by the column's key. */
export function problemAt(
  columns: readonly ImportColumn[],
  { row }: { row: number },
  key: string,
  message: string,
): SheetProblem {
  return { row, column: columns.find((column) => column.key === key)?.title ?? '', message };
}

/** A row of which a required cell could not be read has been complained of, and says nothing more. */
export const isWhole = (columns: readonly ImportColumn[]) => (change: SheetChange) =>
  columns.every(({ key, required }) => !required || (change.values[key] ?? null) !== null);
