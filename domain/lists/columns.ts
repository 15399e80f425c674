/**
 * Declaration of list columns. Each column is declared once; the contract derives its field from the
 * declaration, the server the selected and presented values, the screen its title, position and
 * cell (docs/decisions/0091).
 */

/** Kind of a column's values, which decides their wire format, presentation and display. */
export type ColumnKind =
  | 'text'
  /** An applicant's name; masked for every reader before it leaves the server (docs/decisions/0055). */
  | 'maskedName'
  /** The status of an order (S1 §4). */
  | 'status'
  | 'instant'
  /** A due date with its light. */
  | 'due'
  /** A whole number, aligned right. */
  | 'count'
  /** Calendar days since a due date; 0 if not overdue. */
  | 'overdueDays';

export interface DeclaredColumn {
  title: string;
  kind: ColumnKind;
  /** Pixels; the minimum for a column that grows, if the window has the space. */
  width: number;
  /** Pixels to which the column shrinks in a narrow window; for a column that grows, a part of its width. */
  minWidth?: number;
  /** Takes the remaining width; without such a column all share it in proportion to their widths. */
  grows?: true;
  /** Window width below which the column is hidden, unless the person has chosen the columns. */
  hiddenUnder?: number;
  hiddenByDefault?: true;
  /** Wire name for sorting by the column, if the list can be sorted by it. */
  sort?: string;
}

/** The columns of a list by field name, in display order. */
export type DeclaredColumns = Readonly<Record<string, DeclaredColumn>>;

/** The names by which a list can be sorted. */
export type SortOf<Columns extends DeclaredColumns> = Extract<
  Columns[keyof Columns],
  { sort: string }
>['sort'];

export function sortsOf<Columns extends DeclaredColumns>(columns: Columns): SortOf<Columns>[] {
  return Object.values(columns).flatMap(({ sort }) => (sort === undefined ? [] : [sort as SortOf<Columns>]));
}
