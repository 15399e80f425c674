import { type Actor, can, Permission } from '#domain/access/actor.ts';
import type { LocalDate } from '#domain/calendar/local-date.ts';
import { type Fragment, fragment, joinFragments, plainText } from '#server/kernel/database/fragment.ts';
import { likePattern } from '#server/kernel/database/like.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

/** Filters of the figures, including the permissions of the reader. */
export interface FigureScope {
  actor: Actor;
  /** Region code without trailing zeros. */
  areaPrefix?: string;
  /** Id or code of an organisation; includes those below it. */
  orgCode?: string;
  taskCode?: string;
}

interface Keys {
  org_id: string;
  area_code: string;
  business_item_id: string;
  channel: string;
}

/** Selects the organisations whose orders a leader may read: the leader's own and those below it (0056). */
function ownOrganisations({ orgId }: Actor): Fragment {
  return fragment`(select theirs.id from organisations mine
    join organisations theirs on starts_with(theirs.path, mine.path) where mine.id = ${orgId})`;
}

/**
 * Returns conditions on rows with organisation, region and item, used for both orders and figures, so that a
 * reader counts only orders that the reader may list.
 */
export function scopeConditions({ actor, areaPrefix, orgCode, taskCode }: FigureScope): Fragment[] {
  return [
    ...(can(actor, Permission.administer) ? [] : [fragment`org_id in ${ownOrganisations(actor)}`]),
    ...(areaPrefix === undefined ? [] : [fragment`area_code like ${`${likePattern(areaPrefix)}%`}`]),
    ...(orgCode === undefined
      ? []
      : [
          fragment`org_id in (select below.id from organisations top
            join organisations below on starts_with(below.path, top.path) where top.code = ${orgCode} or top.id = ${orgCode})`,
        ]),
    ...(taskCode === undefined
      ? []
      : [fragment`business_item_id in (select id from business_items where task_code = ${taskCode})`]),
  ];
}

const where = (parts: readonly Fragment[]): Fragment =>
  parts.length === 0 ? fragment`true` : joinFragments(parts, ' and ');

export interface DayRow {
  day: LocalDate;
  intake: number;
  concluded: number;
  on_time: number;
  late: number;
  worked_days: number;
  /** Orders that were due on this day and were concluded after it. */
  fell_late: number;
}

/**
 * Returns the coarsest sums that can answer the query: one row a day for the whole office, or one row a day
 * and unit for an organisation.
 */
function sumsOf({ actor, areaPrefix, orgCode, taskCode }: FigureScope): 'office' | 'units' | 'days' {
  if (areaPrefix !== undefined || taskCode !== undefined) return 'days';
  return orgCode === undefined && can(actor, Permission.administer) ? 'office' : 'units';
}

/** Returns the sums of each day in the span. */
export async function listDays(
  db: Db,
  scope: FigureScope,
  from: LocalDate,
  to: LocalDate,
): Promise<DayRow[]> {
  const countedView = plainText(`${sumsOf(scope)}_counted`);
  const { rows } = await fragment<DayRow>`
    select day::text as day, sum(intake)::int as intake, sum(concluded)::int as concluded, sum(on_time)::int as on_time,
      sum(late)::int as late, sum(worked_days)::int as worked_days, sum(fell_late)::int as fell_late
    from ${countedView} counted
    where ${where([fragment`counted.day between ${from}::date and ${to}::date`, ...scopeConditions(scope)])}
    group by counted.day`.execute(db);
  return rows;
}

export interface FigureRow extends Keys {
  intake: number;
  before: number;
  concluded: number;
  on_time: number;
  late: number;
  worked_days: number;
}

interface Span {
  from: LocalDate;
  to: LocalDate;
}

/**
 * Returns the sums of a span by organisation, region, item and channel, with the number of orders started in
 * the span before.
 */
export async function listParts(db: Db, scope: FigureScope, span: Span, before: Span): Promise<FigureRow[]> {
  const inSpan = fragment`day between ${span.from}::date and ${span.to}::date`;
  const inBefore = fragment`day between ${before.from}::date and ${before.to}::date`;
  const sum = (column: Fragment) => fragment`coalesce(sum(${column}) filter (where ${inSpan}), 0)::int`;
  const { rows } = await fragment<FigureRow>`
    select org_id, area_code, business_item_id, channel, ${sum(fragment`intake`)} as intake,
      coalesce(sum(intake) filter (where ${inBefore}), 0)::int as before, ${sum(fragment`concluded`)} as concluded,
      ${sum(fragment`on_time`)} as on_time, ${sum(fragment`late`)} as late, ${sum(fragment`worked_days`)} as worked_days
    from days_counted where ${where([fragment`(${inSpan} or ${inBefore})`, ...scopeConditions(scope)])}
    group by org_id, area_code, business_item_id, channel`.execute(db);
  return rows;
}

/** Relation of an open order to its due day, counted in days like the due light. */
export type TimeState = 'unlimited' | 'overdue' | 'soon' | 'later';

/** Number of open orders of one organisation by status and time state. */
export interface OpenRow extends Pick<Keys, 'org_id'> {
  status: number;
  timeState: TimeState;
  /** Null if there is no limit. */
  oldest_due_on: LocalDate | null;
  orders: number;
}

/** Number of open orders due on one day; the day is null if there is no limit. */
export interface DueRow {
  due_on: LocalDate | null;
  orders: number;
}

/**
 * Returns the numbers of open orders by organisation, status and time state, and by due day, in one snapshot.
 * NOTE: until the change by which an order ends is added to the sums, the oldest due day may still be that of this
 * order.
 */
export async function listOpen(
  db: Db,
  scope: FigureScope,
  { today, soonUntil }: { today: LocalDate; soonUntil: LocalDate },
): Promise<{ openRows: OpenRow[]; dueRows: DueRow[] }> {
  type Row = OpenRow & DueRow & { by_day: boolean };
  const { rows } = await fragment<Row>`
    with unfinished as (
      select org_id, status, due_on, sum(orders) as orders from open_counted where ${where(scopeConditions(scope))}
      group by org_id, status, due_on having sum(orders) <> 0
    ), open as (
      select org_id, status, due_on, orders,
        case when due_on = 'infinity' then 'unlimited' when due_on < ${today}::date then 'overdue'
          when due_on <= ${soonUntil}::date then 'soon' else 'later' end as time_state
      from unfinished
    )
    select org_id, status, time_state as "timeState", grouping(open.due_on) = 0 as by_day, nullif(open.due_on, 'infinity')::text as due_on,
      nullif(min(open.due_on), 'infinity')::text as oldest_due_on, sum(orders)::int as orders
    from open group by grouping sets ((org_id, status, time_state), (open.due_on)) having sum(orders) <> 0`.execute(
    db,
  );
  return { openRows: rows.filter(({ by_day }) => !by_day), dueRows: rows.filter(({ by_day }) => by_day) };
}

export interface HourRow {
  weekday: number;
  hour: number;
  intake: number;
}

export async function listHours(db: Db, scope: FigureScope, { from, to }: Span): Promise<HourRow[]> {
  const { rows } = await fragment<HourRow>`
    select extract(dow from day)::int as weekday, hour, sum(intake)::int as intake from hours_counted
    where ${where([fragment`day between ${from}::date and ${to}::date`, ...scopeConditions(scope)])}
    group by 1, 2 having sum(intake) <> 0 order by 1, 2`.execute(db);
  return rows;
}

export interface ItemNameRow {
  id: string;
  task_code: string;
  name: string;
  category_id: string;
  category_name: string;
}

/** Lists every version of an item by its id; an order belongs to one version. */
export async function listItems(db: Db): Promise<ItemNameRow[]> {
  const { rows } = await fragment<ItemNameRow>`
    select b.id, b.task_code, coalesce(c.name, b.name) as name, b.category_id, k.name as category_name
    from business_items b join business_categories k on k.id = b.category_id
    left join business_items c on c.task_code = b.task_code and c.current`.execute(db);
  return rows;
}

export async function listNames(
  db: Db,
  orgIds: readonly string[],
  areaCodes: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const { rows } = await fragment<{ id: string; name: string }>`
    select 'org ' || id as id, name from organisations where id = any(${[...orgIds]}::text[])
    union all
    select distinct on (code) 'area ' || code, name from areas where code = any(${[...areaCodes]}::text[])`.execute(
    db,
  );
  return rows;
}

/** An organisation that a person may choose as a filter of the figures. */
export interface OrgInScope {
  id: string;
  name: string;
  parent: string | null;
  sortBy: number;
}

/** Maximum number of organisations, as many as a picker can show. */
const maxOrgs = 10_000;

export async function listOrgsInScope(db: Db, actor: Actor): Promise<OrgInScope[]> {
  const own = can(actor, Permission.administer) ? fragment`true` : fragment`id in ${ownOrganisations(actor)}`;
  const { rows } = await fragment<OrgInScope>`
    select id, name, parent_id as parent, sort_by as "sortBy" from organisations
    where kind = 'organisation' and ${own} order by level, sort_by, id limit ${maxOrgs}`.execute(db);
  const ids = new Set(rows.map(({ id }) => id));
  return rows.map((row) => ({
    ...row,
    parent: row.parent !== null && ids.has(row.parent) ? row.parent : null,
  }));
}

export async function listRegionsInScope(db: Db, actor: Actor): Promise<{ code: string; name: string }[]> {
  const { rows } = await fragment<{ code: string; name: string }>`
    select distinct on (a.code) a.code, a.name from areas a
    where a.code in (select area_code from days_counted where ${where(scopeConditions({ actor }))})
    order by a.code limit 500`.execute(db);
  return rows;
}

export interface ConcludedRow {
  ended_at: Date;
  code: string;
  category_name: string;
  worked_days: number;
}

/** Returns the most recently concluded orders since the given time, without names and titles. */
export async function listConcluded(
  db: Db,
  scope: FigureScope,
  since: Date,
  limit: number,
): Promise<ConcludedRow[]> {
  const { rows } = await fragment<ConcludedRow>`
    select o.ended_at, o.code, k.name as category_name, coalesce(o.worked_days, 0) as worked_days
    from (select * from work_orders where ${where([fragment`ended_at >= ${since}`, ...scopeConditions(scope)])}
      order by ended_at desc, id limit ${limit}) o
    join business_items b on b.id = o.business_item_id join business_categories k on k.id = b.category_id
    order by o.ended_at desc, o.id`.execute(db);
  return rows;
}

/** Conditions on the orders listed for a figure, in addition to the filters of all lists. */
export interface FigureOrderFilters {
  endedFrom?: Date | undefined;
  endedTo?: Date | undefined;
  kept?: 'onTime' | 'late' | undefined;
  ofOrg?: string | undefined;
  ofArea?: string | undefined;
  channel?: string | undefined;
  weekday?: number | undefined;
  hour?: number | undefined;
}

export function figureConditions(filters: FigureOrderFilters): Fragment[] {
  const { endedFrom, endedTo, kept, ofOrg, ofArea, channel, weekday, hour } = filters;
  const localStart = fragment`((o.started_at at time zone 'UTC') + interval '8 hours')`;
  return [
    ...(endedFrom === undefined ? [] : [fragment`o.ended_at >= ${endedFrom}`]),
    ...(endedTo === undefined ? [] : [fragment`o.ended_at <= ${endedTo}`]),
    ...(kept === 'onTime' ? [fragment`day_in_china(o.ended_at) <= day_in_china(o.due_at)`] : []),
    ...(kept === 'late' ? [fragment`day_in_china(o.ended_at) > day_in_china(o.due_at)`] : []),
    ...(ofOrg === undefined ? [] : [fragment`o.org_id = ${ofOrg}`]),
    ...(ofArea === undefined ? [] : [fragment`o.area_code = ${ofArea}`]),
    ...(channel === undefined ? [] : [fragment`o.serve_types[1] = ${channel}`]),
    ...(weekday === undefined ? [] : [fragment`extract(dow from ${localStart}) = ${weekday}::int`]),
    ...(hour === undefined ? [] : [fragment`extract(hour from ${localStart}) = ${hour}::int`]),
  ];
}
