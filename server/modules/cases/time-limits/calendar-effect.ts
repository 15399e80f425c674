import type { CalendarEffect, MovedOrder } from '#contract/holidays.ts';
import {
  type CalendarEdit,
  editedCalendar,
  firstChangedDay,
  movedDueDay,
  type StoredHoliday,
  tableOf,
} from '#domain/calendar/calendar-change.ts';
import { type ClockLedger, startClock, type TimeLimit } from '#domain/calendar/clock-ledger.ts';
import { dueDate } from '#domain/calendar/due-date.ts';
import { checkHolidaySpan, effectSentences } from '#domain/calendar/holiday-edit.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { daysBetween, type LocalDate, localDateOf, startOfDay } from '#domain/calendar/local-date.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { timeLimitOf } from '#domain/workflow/model/step-limit.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { effectKey, listHolidays } from '#server/modules/organisation/holidays/service.ts';
import * as queries from './queries.ts';

/** Orders that the answer lists. */
const maxListed = 50;
/**
 * Orders whose clock was paused or extended are calculated one by one; of more than these, a sample by the hash of
 * their ids, whose shares stand for all.
 */
const maxCalculated = 20_000;

interface MovedOrders extends NewDueDay {
  dueOn: LocalDate;
  /** Number of orders; not whole if it stands for others. */
  weight: number;
}

/**
 * Returns the effect of an edit of the calendar before it is saved: how many open orders and steps get a later or an
 * earlier due date, which of them are overdue by it, and the first of them. Orders whose clock always ran are counted
 * by groups of equal limits, so that the cost does not grow with their number.
 */
export async function describeEffect(context: Context, edit: CalendarEdit) {
  const { db } = context;
  const planned = await planEdit(context, edit);
  if (isRefusal(planned)) return planned;
  const { rows, today, from, before, after } = planned;
  const open = await queries.countOpenOrders(db);
  const effect =
    from === undefined
      ? { ...noEffect, unchanged: open }
      : await effectFrom(db, { from, today, open, before, after });
  const sentences = effectSentences(edit, before.coveredYears);
  return { ...effect, open, sentences, key: effectKey(rows, edit) };
}

/** The calendars before and after an edit. */
interface PlannedEdit {
  rows: readonly StoredHoliday[];
  today: LocalDate;
  /** First day from which due days may differ; undefined if none do. */
  from: LocalDate | undefined;
  before: HolidayTable;
  after: HolidayTable;
}

/** Returns the calendars of an edit; refuses an edit that could not be saved. */
export async function planEdit(
  context: Context,
  edit: CalendarEdit,
): Promise<PlannedEdit | Refusal<'badInput'>> {
  const today = localDateOf(context.now());
  const problems = checkHolidaySpan(edit, today);
  if (problems.length > 0) return refuse('badInput', { problems });
  const rows = (await listHolidays(context.db)).map(({ day, kind, name }) => ({ day, kind, name }));
  const edited = editedCalendar(rows, edit);
  const [before, after] = [tableOf(rows), tableOf(edited)];
  return { rows, today, from: firstChangedDay(rows, edited), before, after };
}

const noEffect = { later: 0, earlier: 0, overdue: 0, steps: 0, overdueSteps: 0, isEstimate: false, rows: [] };

async function effectFrom(
  db: Db,
  facts: { from: LocalDate; today: LocalDate; open: number; before: HolidayTable; after: HolidayTable },
): Promise<Omit<CalendarEffect, 'open' | 'sentences' | 'key'>> {
  const { from, today, open, after } = facts;
  const [groups, paused, pausedCount, steps] = await Promise.all([
    queries.groupOrders(db, from),
    queries.listPausedOrders(db, from, maxCalculated),
    queries.countPausedOrders(db, from),
    stepsMoved(db, facts),
  ]);
  const movedGroups = groupsMoved(groups, after).map((group) => ({ ...group, weight: group.orders }));
  const share = paused.length === 0 ? 1 : pausedCount / paused.length;
  const movedPaused = paused.flatMap((order) => {
    const moved = newDueDayOf(order, order.clock, after);
    return moved ? [{ ...order, ...moved, weight: share }] : [];
  });
  const moved: MovedOrders[] = [...movedGroups, ...movedPaused];
  const count = (fits: (order: MovedOrders) => boolean) =>
    Math.round(moved.filter(fits).reduce((sum, { weight }) => sum + weight, 0));
  const isOverdue = (order: MovedDays) => becomesOverdue(order, today);
  const [later, earlier] = [
    count(({ dueOn, newDueOn }) => newDueOn > dueOn),
    count(({ dueOn, newDueOn }) => newDueOn < dueOn),
  ];
  const first = <Row extends MovedOrders>(list: readonly Row[]) =>
    list
      .toSorted(
        (one, other) =>
          Number(isOverdue(other)) - Number(isOverdue(one)) || (one.newDueOn < other.newDueOn ? -1 : 1),
      )
      .slice(0, maxListed);
  const listedGroups = first<(typeof movedGroups)[number]>(movedGroups);
  const ofGroups = (await queries.listOrdersOfGroups(db, listedGroups, maxListed)).flatMap(
    ({ position, ...order }) => {
      const group = listedGroups[position];
      const { newDueOn, provisional } = group ?? {};
      return newDueOn !== undefined && provisional !== undefined
        ? [{ ...order, newDueOn, provisional, weight: 1 }]
        : [];
    },
  );
  const listed = first<(typeof ofGroups)[number]>([...ofGroups, ...movedPaused]);
  return {
    later,
    earlier,
    overdue: count(isOverdue),
    unchanged: open - later - earlier,
    ...steps,
    isEstimate: pausedCount > paused.length,
    rows: listed.map((order) => presentMoved(order, today)),
  };
}

type MovedDays = Pick<MovedOrders, 'dueOn' | 'newDueOn'>;
const becomesOverdue = ({ dueOn, newDueOn }: MovedDays, today: LocalDate) =>
  newDueOn < today && dueOn >= today;

export function presentMoved(
  { code, itemName, orgName, dueOn, newDueOn, provisional }: queries.ListedOrder & NewDueDay,
  today: LocalDate,
): MovedOrder {
  return {
    ...{ code, itemName, orgName, dueOn, newDueOn, provisional },
    days: daysBetween(dueOn, newDueOn),
    becomesOverdue: becomesOverdue({ dueOn, newDueOn }, today),
  };
}

export interface NewDueDay {
  newDueOn: LocalDate;
  /** True if it depends on a year without published holidays. */
  provisional: boolean;
}

/** Returns the due day by another calendar; undefined if it is the same, or the clock is paused. */
export function newDueDayOf(
  { dueOn }: { dueOn: LocalDate },
  ledger: ClockLedger,
  holidays: HolidayTable,
): NewDueDay | undefined {
  const { dueAt, provisional } = dueDate(ledger, holidays);
  const newDueOn = dueAt && localDateOf(dueAt);
  return newDueOn === null || newDueOn === dueOn ? undefined : { newDueOn, provisional };
}

/** Returns the groups of orders whose due day is another one by a calendar. */
export function groupsMoved(
  groups: readonly queries.OrderGroup[],
  holidays: HolidayTable,
): (queries.OrderGroup & NewDueDay)[] {
  return groups.flatMap((group) => {
    const ledger = startClock(group.limit, startOfDay(group.startedOn));
    const moved = newDueDayOf(group, ledger, holidays);
    return moved ? [{ ...group, ...moved }] : [];
  });
}

/** Counts open steps whose due day moves, and those that are overdue by it. */
async function stepsMoved(
  db: Db,
  {
    from,
    today,
    before,
    after,
  }: { from: LocalDate; today: LocalDate; before: HolidayTable; after: HolidayTable },
): Promise<{ steps: number; overdueSteps: number }> {
  let [steps, overdueSteps] = [0, 0];
  for (const { processDefinitionId, nodeId, tasks, ...days } of await queries.groupTasks(db, from)) {
    const limit = await limitOfNode(db, processDefinitionId, nodeId);
    const newDueOn = movedDueDay({ ...days, limit }, before, after);
    if (newDueOn === days.dueOn) continue;
    steps += tasks;
    if (newDueOn < today && days.dueOn >= today) overdueSteps += tasks;
  }
  return { steps, overdueSteps };
}

async function limitOfNode(db: Db, definitionId: string, nodeId: string): Promise<TimeLimit | undefined> {
  const node = (await getPublishedProcess(db, definitionId)).definition.nodes[nodeId];
  return node?.kind === 'userTask' && node.limit ? timeLimitOf(node.limit) : undefined;
}
