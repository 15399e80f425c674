import type { Permission } from '#domain/access/actor.ts';
import type { Pieces } from '#domain/pieces.ts';
import type { Refusal } from '#domain/refusals/refusals.ts';
import type {
  ImportColumn,
  ReadRow,
  SheetChange,
  SheetField,
  SheetProblem,
  SheetRow,
} from '#domain/sheets/import-sheet.ts';
import type { Context } from '#server/context/context.ts';
import type { Db, Tx } from '#server/database/transaction.ts';

/** What a sheet is compared with; a declaration adds what its own checks look up. */
export interface SheetState {
  /** What is there, as rows of the sheet, in the order of an export. */
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
  /** Who may take it in and out; asked again under the lock. */
  permission: Permission;
  /** What its rows are called: the name of the sheet, the file and the audit's object. */
  title: string;
  /** The columns; choices may come of what is there. */
  columns(state: State): readonly ImportColumn[];
  /** The columns whose values together name a row; they have to be required, or filled in by `settle`. */
  keys: readonly string[];
  /**
   * Everything that is asked of the database, once: for the look, and again inside the transaction of the change. Who asks
   * is told, where not everybody may change every column.
   */
  read(db: Db, context: Context, actor: { readonly staffId: string }): Promise<State>;
  /** What the office is made of: locked by whoever changes it, held by whoever hangs something on it. */
  office(tx: Tx): Promise<void>;
  /** One change at a time; called before `read` inside the transaction, when office and turn of accounts are held. */
  lock?(tx: Tx): Promise<void>;
  /**
   * Rows as an export would write them, before they are compared: keys that may be left open, what may be said in several
   * ways. What cannot be read stays as it is.
   */
  settle?(rows: readonly ReadRow[], state: State): Pieces<readonly ReadRow[]>;
  /**
   * What `check` and `apply` need that takes long, made before the transaction, which holds a connection; of what was there
   * then. Where that is another by the time of the change, `apply` refuses.
   */
  prepare?(
    changes: readonly SheetChange[],
    state: State,
    rows: readonly ReadRow[],
    actor: { readonly staffId: string },
  ): Promise<Prepared>;
  /**
   * What is wrong beyond single cells: names of nothing, circles, what may not be changed. Looks at all rows at once, with
   * room for others between them.
   */
  check(
    changes: readonly SheetChange[],
    state: State,
    /** Rows as they were read, also those that could not be compared. */
    rows: readonly ReadRow[],
    prepared: Prepared,
  ): Pieces<SheetProblem[]>;
  /** What a change takes along beyond its own cells, by the key of its row: shown beside them and named in the trail. */
  consequences?(changes: readonly SheetChange[], state: State): ReadonlyMap<string, SheetField>;
  /**
   * What a change would bring that is no fault: shown with the look, and confirmed by taking the sheet in. Asked again
   * inside the transaction; where it is another by then, the sheet has to be looked at anew.
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
  /** Once it is committed: what this process remembers of before is forgotten. */
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
