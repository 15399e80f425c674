import { writeStored } from '#web/api/read-stored.ts';
import { indexColumn } from '../list-model/list-columns.ts';
import type { FilterValues } from '../list-model/list-types.ts';

/** The layout of a list's columns. */
export interface ColumnLayout {
  /** Keys in display order; a column that was added later has its default position. */
  order?: readonly string[] | undefined;
  hidden?: readonly string[] | undefined;
  widths?: Readonly<Record<string, number>> | undefined;
  /** True if the rows are numbered. */
  numbered?: boolean | undefined;
}

/** The preferences of one person for one list; stored in this browser. */
export interface ListPreferences extends ColumnLayout {
  size?: number;
  /** True if the list opens with a view, for which it waits; the server stores which one. */
  opensWithView?: boolean;
  /** Named filters that earlier versions stored here per account; they are moved to the server's views. */
  savedFilters?: readonly { name: string; values: FilterValues }[] | undefined;
}

const keyOf = (list: string, person: string) => `banjian.list.${person}.${list}`;

export function readListPreferences(list: string, person: string): ListPreferences {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(list, person)) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as ListPreferences) : {};
  } catch {
    return {};
  }
}

export function writeListPreferences(list: string, person: string, preferences: ListPreferences): void {
  writeStored(keyOf(list, person), JSON.stringify(preferences));
}

/** Returns the columns in the user's order without hidden ones; a new column keeps its default position. */
export function arrangeColumns<
  Column extends { key: string; hiddenByDefault?: boolean; hiddenUnder?: number },
>(
  columns: readonly Column[],
  preferences: ColumnLayout,
  windowStep = Number.POSITIVE_INFINITY,
): { shown: Column[]; all: Column[] } {
  const order = preferences.order ?? [];
  const orderedColumns = order.flatMap((key) => columns.filter((column) => column.key === key));
  const all = [...orderedColumns];
  columns.forEach((column, index) => {
    if (!order.includes(column.key)) all.splice(Math.min(index, all.length), 0, column);
  });
  const hidden =
    preferences.hidden ??
    columns
      .filter(({ hiddenByDefault, hiddenUnder = 0 }) => hiddenByDefault || windowStep <= hiddenUnder)
      .map((column) => column.key);
  // Row numbers are stored separately, as shown, because every list has them; otherwise only hidden columns
  // are stored.
  const isShown = ({ key }: Column) =>
    key === indexColumn.key ? preferences.numbered === true : !hidden.includes(key);
  return { all, shown: all.filter(isShown) };
}
