import { keepStored } from '#web/api/read-stored.ts';
import { indexColumn } from '../list-model/list-columns.ts';
import type { FilterValues } from '../list-model/list-types.ts';

/** The layout of the columns of a list. */
export interface ColumnLayout {
  /** Keys in the order to show; a column that is new since then stands at its own place. */
  order?: readonly string[] | undefined;
  hidden?: readonly string[] | undefined;
  widths?: Readonly<Record<string, number>> | undefined;
  /** True where the rows are numbered. */
  numbered?: boolean | undefined;
}

/** The preferences of one person for one list; kept on this browser. */
export interface ListPreferences extends ColumnLayout {
  size?: number;
  /** The list opens with a view, for which it waits; the server names the view. */
  opensWithView?: boolean;
  /** Filters under names, as earlier versions kept them here by the account; they move to the server's views. */
  savedFilters?: readonly { name: string; values: FilterValues }[] | undefined;
}

const keyOf = (list: string, person: string) => `banjian.list.${person}.${list}`;

export function readListPreferences(list: string, person: string): ListPreferences {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(list, person)) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as ListPreferences) : {};
  } catch {
    return {};
  }
}

export function writeListPreferences(list: string, person: string, preferences: ListPreferences): void {
  keepStored(keyOf(list, person), JSON.stringify(preferences));
}

/** Puts columns in the person's order and leaves the hidden ones out; a column never seen before keeps its place. */
export function arrangeColumns<Column extends { key: string; hiddenAtFirst?: boolean; hiddenUnder?: number }>(
  columns: readonly Column[],
  preferences: ColumnLayout,
  windowStep = Number.POSITIVE_INFINITY,
): { shown: Column[]; all: Column[] } {
  const order = preferences.order ?? [];
  const known = order.flatMap((key) => columns.filter((column) => column.key === key));
  const all = [...known];
  columns.forEach((column, index) => {
    if (!order.includes(column.key)) all.splice(Math.min(index, all.length), 0, column);
  });
  const hidden =
    preferences.hidden ??
    columns
      .filter(({ hiddenAtFirst, hiddenUnder = 0 }) => hiddenAtFirst || windowStep <= hiddenUnder)
      .map((column) => column.key);
  // Every list has the numbers, so that a user who turned them on sees them; lists only store their hidden
  // columns.
  const isShown = ({ key }: Column) =>
    key === indexColumn.key ? preferences.numbered === true : !hidden.includes(key);
  return { all, shown: all.filter(isShown) };
}
