import type { z } from 'zod';
import type { Dashboard, dashboard, FigurePart, Totals, Unit } from '#contract/dashboard.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { lastWarnedDay } from '#domain/calendar/due-light.ts';
import { addDays, type LocalDate, localDateOf } from '#domain/calendar/local-date.ts';
import { isServiceType, serviceTypeLabel } from '#domain/enumerations/service-type.ts';
import {
  type DaySpan,
  daysOf,
  precedingSpan,
  sameSpanLastYear,
  shiftMonths,
} from '#domain/figures/compared-spans.ts';
import { dateSpanMessage, problemsOfSpan } from '#domain/lists/date-span.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { regionPrefix } from '#domain/regions/region-code.ts';
import type { Context } from '#server/framework/context.ts';
import { countOrdersBySteps, type OverdueHandler } from '#server/modules/cases/work-orders/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { findRegionCode } from '#server/modules/organisation/regions/service.ts';
import { DayTable } from './day-table.ts';
import { createFigureWriter, type FigureWriter } from './figure-lists.ts';
import * as queries from './figures.queries.ts';

export type DashboardQuery = z.output<typeof dashboard.page.query>;

const monthCount = 6;

/**
 * Checks whether a person may see figures: matter administrators see those of all orders, and a reader of a
 * unit's orders sees those of the unit.
 */
export function maySeeFigures(actor: Actor): boolean {
  return can(actor, Permission.administer) || can(actor, Permission.readAll);
}

/** Returns the page 数据看板 from a few statements over the sums, which do not become slower with more orders. */
export async function dashboardPage(
  context: Context,
  actor: Actor,
  query: DashboardQuery,
): Promise<Dashboard | Refusal<'badInput' | 'forbidden'>> {
  if (!maySeeFigures(actor)) return refuse('forbidden');
  const { db, now } = context;
  const currentTime = now();
  const today = localDateOf(currentTime);
  const span = spanOf(query, today);
  if (isRefusal(span)) return span;
  const before = precedingSpan(span);
  const lastYear = sameSpanLastYear(span);
  const firstMonth = `${shiftMonths(span.to, 1 - monthCount).slice(0, 8)}01`;
  const scope: queries.FigureScope = {
    actor,
    ...(query.areaCode !== undefined && {
      areaPrefix: regionPrefix(await findRegionCode(db, query.areaCode)),
    }),
    ...(query.orgCode !== undefined && { orgCode: query.orgCode }),
    ...(query.taskCode !== undefined && { taskCode: query.taskCode }),
  };
  const from = [lastYear.from, before.from, firstMonth, addDays(today, -1)].toSorted()[0] ?? today;
  const until = span.to > today ? span.to : today;
  const soonUntil = lastWarnedDay(today, await currentHolidays(db));
  const stepScope = stepScopeOf(actor, query);
  const [dayRows, parts, { openRows: open, dueRows }, hours, items, stepFigures] = await Promise.all([
    queries.listDays(db, scope, from, until),
    queries.listParts(db, scope, span, before),
    queries.listOpen(db, scope, { today, soonUntil }),
    queries.listHours(db, scope, span),
    queries.listItems(db),
    countOrdersBySteps(context, actor, stepScope),
  ]);
  if (isRefusal(stepFigures)) return stepFigures;
  const names = await namesOf(db, parts, open);
  const figures = createFigureWriter({ ...query, ...span }, stepScope);
  const { steps, overdue, overdueHandlers } = stepFigures;
  const table = new DayTable(dayRows, dueRows, today);
  return {
    at: currentTime.toISOString(),
    today,
    span,
    before,
    lastYear,
    scope: can(actor, Permission.administer) ? null : actor.orgName,
    now: {
      ...currentFiguresOf(table.totals(span), openOf(open), figures),
      stepOverdue: figures.figureAtStep(overdue, { stepDue: 'overdue' }),
    },
    totalsBefore: table.totals(before),
    totalsLastYear: table.totals(lastYear),
    overdueYesterday: table.overdueOn(addDays(today, -1)),
    days: daysOfSpan(table, span, before, figures),
    months: monthsOf(table, span, figures),
    units: unitsOf(parts, open, names, figures),
    ...partsOf(parts, new Map(items.map((item) => [item.id, item])), names, figures),
    steps: steps.map(({ name, open, soon, overdue }) => ({
      name,
      open: figures.figureAtStep(open, { nodeName: name }),
      soon: figures.figureAtStep(soon, { nodeName: name, stepDue: 'soon' }),
      overdue: figures.figureAtStep(overdue, { nodeName: name, stepDue: 'overdue' }),
    })),
    latePeople: overdueHandlersOf(overdueHandlers, 'person', figures),
    lateOffices: overdueHandlersOf(overdueHandlers, 'office', figures),
    hours: hours.map(({ weekday, hour, intake }) => ({
      weekday,
      hour,
      intake: figures.figureOfStarted(intake, { weekday, hour }),
    })),
  };
}

function overdueHandlersOf(
  rows: readonly OverdueHandler[],
  handlerKind: OverdueHandler['kind'],
  figures: FigureWriter,
): Dashboard['latePeople'] {
  return rows
    .filter(({ kind }) => kind === handlerKind)
    .map(({ kind, id, name, orgName, open, overdue, longest, days }) => {
      const handlerFilter = kind === 'person' ? { handler: id } : { handlerOrg: id };
      return {
        id,
        name,
        orgName,
        open: figures.figureAtStep(open, handlerFilter),
        overdue: figures.figureAtStep(overdue, { ...handlerFilter, stepDue: 'overdue' }),
        longest,
        days,
      };
    });
}

/**
 * Returns the filters of the combined query for the open orders that are counted here. They contain the reader's own
 * organisation unless one below it is chosen, because the query also finds orders in which the reader participates.
 */
function stepScopeOf(
  actor: Actor,
  { areaCode, orgCode, taskCode }: DashboardQuery,
): Record<string, string> & { phase: 'open' } {
  const org = orgCode ?? (can(actor, Permission.administer) ? undefined : actor.orgId);
  return {
    phase: 'open',
    ...(areaCode !== undefined && { areaCode }),
    ...(org !== undefined && { orgCode: org }),
    ...(taskCode !== undefined && { taskCode }),
  };
}

/** Limits of the dates: the charts look one year back and one month ahead, which must be valid dates too. */
const years = { from: '1900-01-01', to: '2999-12-31' };

/** Returns this month up to today unless dates are given; at most a year, as in every list (S0 §5). */
function spanOf({ startDate, endDate }: DashboardQuery, today: LocalDate): DaySpan | Refusal<'badInput'> {
  const span = { from: startDate ?? `${(endDate ?? today).slice(0, 8)}01`, to: endDate ?? today };
  const fields = { from: 'startDate', until: 'endDate' };
  const problems = problemsOfSpan(fields, { from: span.from, until: span.to }, today);
  if (problems.length > 0) return refuse('badInput', { problems });
  if (span.from >= years.from && span.to <= years.to) return span;
  const field = span.from < years.from ? fields.from : fields.until;
  return refuse('badInput', { problems: [{ field, message: dateSpanMessage.noDate }] });
}

interface OpenFigures {
  open: number;
  soon: number;
  overdue: number;
  oldestDueOn: LocalDate | null;
}

function openOf(rows: readonly queries.OpenRow[]): OpenFigures {
  const sum = { open: 0, soon: 0, overdue: 0, oldestDueOn: null as LocalDate | null };
  for (const { timeState, oldest_due_on, orders } of rows) {
    sum.open += orders;
    if (timeState === 'soon') sum.soon += orders;
    if (timeState !== 'overdue' || oldest_due_on === null) continue;
    sum.overdue += orders;
    if (sum.oldestDueOn === null || oldest_due_on < sum.oldestDueOn) sum.oldestDueOn = oldest_due_on;
  }
  return sum;
}

function currentFiguresOf(
  totals: Totals,
  open: OpenFigures,
  figures: FigureWriter,
): Omit<Dashboard['now'], 'stepOverdue'> {
  return {
    intake: figures.figureOfStarted(totals.intake),
    concluded: figures.figureOfEnded(totals.concluded),
    onTime: figures.figureOfEnded(totals.onTime, { kept: 'onTime' }),
    late: figures.figureOfEnded(totals.late, { kept: 'late' }),
    workedDays: totals.workedDays,
    open: figures.figureOfOpen(open.open),
    soon: figures.figureOfOpen(open.soon, { due: 'soon' }),
    overdue: figures.figureOfOpen(open.overdue, { due: 'overdue' }),
    oldestDueOn: open.oldestDueOn,
  };
}

function daysOfSpan(
  table: DayTable,
  span: DaySpan,
  before: DaySpan,
  figures: FigureWriter,
): Dashboard['days'] {
  const precedingDays = daysOf(before);
  return daysOf(span).map((day, index) => {
    const { intake, concluded } = table.day(day);
    const daySpan = { from: day, to: day };
    const precedingDay = precedingDays[index];
    return {
      day,
      intake: figures.figureOfStarted(intake, daySpan),
      concluded: figures.figureOfEnded(concluded, daySpan),
      before: precedingDay === undefined ? null : table.day(precedingDay).intake,
    };
  });
}

function monthsOf(table: DayTable, { to }: DaySpan, figures: FigureWriter): Dashboard['months'] {
  return Array.from({ length: monthCount }, (_, index) => {
    const first = `${shiftMonths(to, index + 1 - monthCount).slice(0, 8)}01`;
    const last = addDays(shiftMonths(first, 1), -1);
    const span = { from: first, to: last < to ? last : to };
    const { onTime, late } = table.totals(span);
    return {
      month: first.slice(0, 7),
      onTime: figures.figureOfEnded(onTime, { ...span, kept: 'onTime' }),
      late: figures.figureOfEnded(late, { ...span, kept: 'late' }),
    };
  });
}

type Names = ReadonlyMap<string, string>;

async function namesOf(
  db: Context['db'],
  parts: readonly queries.FigureRow[],
  open: readonly queries.OpenRow[],
): Promise<Names> {
  const orgIds = new Set([...parts, ...open].map(({ org_id }) => org_id));
  const areaCodes = new Set(parts.map(({ area_code }) => area_code));
  const rows = await queries.listNames(db, [...orgIds], [...areaCodes]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function unitsOf(
  parts: readonly queries.FigureRow[],
  open: readonly queries.OpenRow[],
  names: Names,
  figures: FigureWriter,
): Unit[] {
  const partsOfUnit = Map.groupBy(parts, ({ org_id }) => org_id);
  const openOfUnit = Map.groupBy(open, ({ org_id }) => org_id);
  const ids = new Set([...partsOfUnit.keys(), ...openOfUnit.keys()]);
  const units = [...ids].map((id): Unit => {
    const ownParts = partsOfUnit.get(id) ?? [];
    const sum = (countOf: (row: queries.FigureRow) => number) =>
      ownParts.reduce((total, row) => total + countOf(row), 0);
    const timeState = openOf(openOfUnit.get(id) ?? []);
    const unit = { ofOrg: id };
    return {
      id,
      name: names.get(`org ${id}`) ?? id,
      intake: figures.figureOfStarted(
        sum(({ intake }) => intake),
        unit,
      ),
      concluded: figures.figureOfEnded(
        sum(({ concluded }) => concluded),
        unit,
      ),
      onTime: figures.figureOfEnded(
        sum(({ on_time }) => on_time),
        { ...unit, kept: 'onTime' },
      ),
      late: figures.figureOfEnded(
        sum(({ late }) => late),
        { ...unit, kept: 'late' },
      ),
      workedDays: sum(({ worked_days }) => worked_days),
      open: figures.figureOfOpen(timeState.open, unit),
      overdue: figures.figureOfOpen(timeState.overdue, { ...unit, due: 'overdue' }),
      oldestDueOn: timeState.oldestDueOn,
    };
  });
  return units.sort(
    (a, b) => b.overdue.count - a.overdue.count || b.intake.count - a.intake.count || (a.id < b.id ? -1 : 1),
  );
}

function partsOf(
  rows: readonly queries.FigureRow[],
  items: ReadonlyMap<string, queries.ItemNameRow>,
  names: Names,
  figures: FigureWriter,
): Pick<Dashboard, 'categories' | 'items' | 'channels' | 'areas'> {
  const groupBy = (
    idOf: (row: queries.FigureRow) => string,
    nameOf: (id: string, row: queries.FigureRow) => string,
    listOf: (id: string) => Parameters<FigureWriter['figureOfStarted']>[1],
  ): FigurePart[] =>
    [...Map.groupBy(rows, idOf)]
      .map(([id, group]) => {
        const [first] = group;
        return {
          id,
          name: first ? nameOf(id, first) : id,
          intake: figures.figureOfStarted(
            group.reduce((total, { intake }) => total + intake, 0),
            listOf(id),
          ),
          before: group.reduce((total, { before }) => total + before, 0),
        };
      })
      .filter(({ intake, before }) => intake.count > 0 || before > 0)
      .sort((a, b) => b.intake.count - a.intake.count || b.before - a.before || (a.id < b.id ? -1 : 1));
  const itemOf = ({ business_item_id }: queries.FigureRow) => items.get(business_item_id);
  return {
    categories: groupBy(
      (row) => itemOf(row)?.category_id ?? '',
      (id, row) => itemOf(row)?.category_name ?? id,
      (categoryId) => ({ categoryId }),
    ),
    items: groupBy(
      (row) => itemOf(row)?.task_code ?? '',
      (id, row) => itemOf(row)?.name ?? id,
      (taskCode) => ({ taskCode }),
    ),
    channels: groupBy(
      ({ channel }) => channel,
      (id) => (isServiceType(id) ? serviceTypeLabel[id] : '其他'),
      (channel) => ({ channel }),
    ),
    areas: groupBy(
      ({ area_code }) => area_code,
      (id) => names.get(`area ${id}`) ?? id,
      (ofArea) => ({ ofArea }),
    ),
  };
}
