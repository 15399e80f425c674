/**
 * A column of a list is declared once; the contract takes its field from the declaration, the server what it selects and
 * presents, the screen its title, place and cell (docs/decisions/0091).
 */

/** Kind of a column's values, which decides their spelling on the wire, their presentation and their display. */
export type ColumnKind =
  | 'text'
  /** An applicant's name; leaves the server masked for every reader (docs/decisions/0055). */
  | 'maskedName'
  /** The status of an order (S1 §4). */
  | 'status'
  | 'instant'
  /** A due date with its light. */
  | 'due'
  /** A whole number, set at the right. */
  | 'count'
  /** Calendar days since the day that something was due; nothing is overdue by 0. */
  | 'overdueDays';

export interface DeclaredColumn {
  title: string;
  kind: ColumnKind;
  /** Pixels; the least for a column that grows, where the window has the space. */
  width: number;
  /** Pixels to which the column gives way in a narrow window; for a column that grows a share of its width. */
  least?: number;
  /** Takes what the others leave; without such a column all share it in proportion to their widths. */
  grows?: true;
  /** Gives way where the window is narrower than this, unless the person has chosen the columns. */
  hiddenUnder?: number;
  hiddenAtFirst?: true;
  /** Name on the wire for sorting by the column, where the list can be sorted by it. */
  sort?: string;
}

/** The columns of a list by the names of their fields, in the order in which they stand. */
export type DeclaredColumns = Readonly<Record<string, DeclaredColumn>>;

/** The names that a list can be sorted by. */
export type SortOf<Columns extends DeclaredColumns> = Extract<
  Columns[keyof Columns],
  { sort: string }
>['sort'];

export function sortsOf<Columns extends DeclaredColumns>(columns: Columns): SortOf<Columns>[] {
  return Object.values(columns).flatMap(({ sort }) => (sort === undefined ? [] : [sort as SortOf<Columns>]));
}
