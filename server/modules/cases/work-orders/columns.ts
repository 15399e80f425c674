import type { WireOf } from '#contract/list-columns.ts';
import { type LightDays, overdueDays } from '#domain/calendar/due-light.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { localDateOf, startOfDay } from '#domain/calendar/local-date.ts';
import type { ColumnKind, DeclaredColumns } from '#domain/lists/columns.ts';
import { type ItemLightDays, lightsOfStep } from '#domain/supervision/light-days.ts';
import { type Fragment, fragment, joinFragments, plainText } from '#server/kernel/database/fragment.ts';
import type { WorkOrdersTable } from '#server/kernel/database/work-order-tables.ts';
import { presentDueDate } from '#server/modules/organisation/holidays/service.ts';
import { maskApplicantName } from './present-applicant.ts';

/**
 * Derives the selected columns of the database and the presented values from the declared columns of a list
 * (decision 0091).
 */

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Uppercase<First> ? '_' : ''}${Lowercase<First>}${SnakeCase<Rest>}`
  : '';

interface StoredValues {
  text: string;
  maskedName: string;
  status: number;
  instant: Date;
  count: number;
}

/**
 * The database columns for a column of the list; a due date has a flag whether it is provisional, days
 * overdue are counted from the due date of unfinished work.
 */
type PartsOf<Name extends string, Kind extends ColumnKind> = Kind extends 'due'
  ? { [Part in `${Name}_at`]: Date | null } & { [Part in `${Name}_provisional`]: boolean }
  : Kind extends 'overdueDays'
    ? { [Part in `${Name}_since`]: Date | null }
    : { [Part in Name]: StoredValues[Exclude<Kind, 'due' | 'overdueDays'>] };

type IntersectionOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** A row of the database with everything that these columns need. */
export type RecordOf<Columns extends DeclaredColumns> = IntersectionOf<
  { [Name in keyof Columns & string]: PartsOf<SnakeCase<Name>, Columns[Name]['kind']> }[keyof Columns &
    string]
>;

/**
 * SQL expressions for the columns of a list. A part for which `work_orders` has no column must have one, so
 * that a column without a source does not compile.
 */
type SourcesOf<Columns extends DeclaredColumns> = Readonly<
  Record<Exclude<keyof RecordOf<Columns> & string, keyof WorkOrdersTable>, Fragment> &
    Partial<Record<keyof RecordOf<Columns> & keyof WorkOrdersTable, Fragment>>
>;

/**
 * Additional facts for presenting columns: the type of applicant, by which a name is masked, the end of the order, at
 * which the clock stops, and the lights of its item.
 */
export interface PresentationFacts {
  applicant_type: string;
  ended_at: Date | null;
  light_days: ItemLightDays | null;
  /** The node of the row's task, and true if `due` is the limit of the order, in a list of tasks. */
  node_id?: string;
  due_of_order?: boolean;
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the names under which a column is selected; its list is sorted by the first. */
function partsOfColumn([name, { kind }]: [string, DeclaredColumns[string]]): [string, ...string[]] {
  const part = snakeCase(name);
  if (kind === 'overdueDays') return [`${part}_since`];
  return kind === 'due' ? [`${part}_at`, `${part}_provisional`] : [part];
}

/**
 * Returns the select list for the columns of a list. A column is read from the one of the same name in
 * `work_orders o`, unless `sources` gives another expression for it.
 */
export function selectOf<Columns extends DeclaredColumns>(
  columns: Columns,
  sources: SourcesOf<Columns>,
): Fragment {
  const allSources: Sources = sources;
  return joinFragments(
    Object.entries(columns).flatMap((column) =>
      partsOfColumn(column).map((part) => {
        const source = allSources[part] ?? plainText(`o.${part}`);
        // An empty text is a missing value, which a sorted list has last.
        const stored = column[1].kind === 'text' ? fragment`nullif(${source}, '')` : source;
        return fragment`${stored} as ${plainText(part)}`;
      }),
    ),
  );
}

type Sources = Readonly<Record<string, Fragment | undefined>>;

/**
 * Returns the `order by` of a list sorted by one of its columns; rows without a value are last in both
 * directions. `row` is the alias of the list's selected columns; without it `sources` gives the source of a
 * column, as for `selectOf`.
 */
export function orderByPart(
  columns: DeclaredColumns,
  sort: string,
  options: { descending: boolean; now: Date; row?: string; sources?: Sources },
): Fragment {
  const { descending, now, row, sources } = options;
  const column = Object.entries(columns).find(([, { sort: known }]) => known === sort);
  if (column === undefined) throw new Error(`There is no column for the sort key ${sort}`);
  const [part] = partsOfColumn(column);
  const selected = plainText(row === undefined ? part : `${row}.${part}`);
  if (column[1].kind !== 'overdueDays')
    return fragment`${selected} ${plainText(descending ? 'desc' : 'asc')} nulls last`;
  // The earlier the due date, the more days it is overdue; a later one is not overdue at all.
  if (descending) return fragment`${selected} asc nulls last`;
  const since = row === undefined ? (sources?.[part] ?? selected) : selected;
  return fragment`case when ${since} < ${startOfDay(localDateOf(now))} then ${since} end desc nulls last`;
}

type Row = Readonly<Record<string, unknown>> & PresentationFacts;

const presenters: Record<
  Exclude<ColumnKind, 'due' | 'overdueDays'>,
  (stored: never, row: Row) => WireOf<DeclaredColumns>[string]
> = {
  text: (text: string | null) => text ?? '',
  maskedName: (name: string, { applicant_type }) => maskApplicantName(name, applicant_type),
  status: (status: number) => status,
  instant: (at: Date) => at.toISOString(),
  count: (count: number) => count,
};

/** Returns the lights of the limit that a column shows, if the item sets its own. */
function lightsOfColumn(name: string, row: PresentationFacts): LightDays | undefined {
  const { light_days: lights, node_id: nodeId, due_of_order: isOfOrder } = row;
  if (lights === null) return undefined;
  if (name === 'stepDue') return lights.otherSteps ?? undefined;
  if (name === 'due' && nodeId !== undefined && isOfOrder === false) return lightsOfStep(lights, nodeId);
  return lights.order ?? undefined;
}

/** Presents the columns of one row. */
export function presentColumns<Columns extends DeclaredColumns>(
  columns: Columns,
  row: RecordOf<Columns> & PresentationFacts,
  holidays: HolidayTable,
  now: Date,
): WireOf<Columns> {
  const stored = row as unknown as Row;
  const ended = stored.ended_at !== null;
  const present = ([name, { kind }]: [string, DeclaredColumns[string]]) => {
    const part = snakeCase(name);
    if (kind === 'overdueDays') return [name, overdueDays(stored[`${part}_since`] as Date | null, now)];
    if (kind !== 'due') return [name, presenters[kind](stored[part] as never, stored)];
    const due = {
      at: stored[`${part}_at`] as Date | null,
      provisional: stored[`${part}_provisional`] === true,
    };
    return [name, presentDueDate({ ...due, ended }, holidays, now, lightsOfColumn(name, row))];
  };
  return Object.fromEntries(Object.entries(columns).map(present)) as WireOf<Columns>;
}
