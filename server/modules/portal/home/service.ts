import type { HomePage, WaitingAtNode } from '#contract/home.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { lastWarnedDay } from '#domain/calendar/due-light.ts';
import { addDays, type LocalDate, localDateOf, startOfDay, weekdayOf } from '#domain/calendar/local-date.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import { listLimits } from '#domain/lists/limits.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { mayUrge, urgeableFrom } from '#domain/workflow/actions/urge.ts';
import type { Context } from '#server/framework/context.ts';
import { listDrafts } from '#server/modules/cases/initiation/service.ts';
import { listUnread } from '#server/modules/cases/messages/service.ts';
import { pageOfCopies, todoCounts, todoPage } from '#server/modules/cases/work-orders/service.ts';
import { pageOfItems } from '#server/modules/design/catalogue/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import * as queries from './queries.ts';

const maxRows = { tasks: 10, returned: 5, others: 4, items: 4, drafts: 5, messages: 10, copies: 5 } as const;
/**
 * Maximum number of tasks that are counted for the statistics of nodes and days, the earliest due dates first, so that
 * overdue tasks are always included.
 */
const maxCountedTasks = 2_000;
const quickStartDays = 90;

/**
 * Returns the returned tasks that are due first: they often have no step limit, and would come last in
 * the list.
 */
async function listReturnedTasks(context: Context, actor: Actor): Promise<HomePage['first']> {
  const page = await todoPage(context, actor, {
    page: 1,
    size: maxRows.returned,
    tab: 'returned',
    sort: 'dueAt',
  });
  return isRefusal(page) ? [] : page.rows;
}

/** Returns the page 工作台, with a few SQL statements whose time does not grow with the number of orders. */
export async function homePage(context: Context, actor: Actor): Promise<HomePage> {
  const { db } = context;
  const now = context.now();
  const today = localDateOf(now);
  const monday = mondayOfWeek(today);
  const { staffId } = actor;
  const [holidays, counts, first, waiting, done, waitingForOthers, open, items, drafts, unread, copied] =
    await Promise.all([
      currentHolidays(db),
      todoCounts(context, actor),
      todoPage(context, actor, { page: 1, size: maxRows.tasks, tab: 'all', sort: 'dueAt' }),
      queries.listOpenTasks(db, actor, maxCountedTasks + 1),
      queries.countDoneTasks(db, staffId, { today: startOfDay(today), monday: startOfDay(monday) }),
      queries.listWaitingForOthers(db, actor, maxRows.others),
      queries.countOpenOrders(db, staffId, listLimits.maxCountedRows),
      listQuickStartItems(context, actor, today),
      listDrafts(context, actor, {
        page: 1,
        size: maxRows.drafts,
        sort: 'updatedAt',
        status: WorkOrderStatus.draft,
      }),
      listUnread(context, actor, maxRows.messages),
      pageOfCopies(context, actor, { page: 1, size: maxRows.copies, sort: 'copiedAt', unread: 'true' }),
    ]);
  const soonUntil = lastWarnedDay(today, holidays);
  const tasks = waiting.slice(0, maxCountedTasks).map(({ node_name, due_at }) => ({
    nodeName: node_name,
    dueDay: due_at && localDateOf(due_at),
  }));
  const dueOn = (day: LocalDate) => tasks.filter(({ dueDay }) => dueDay === day).length;
  const page = isRefusal(first) ? { rows: [], total: 0 } : first;
  const returned = counts.returned === 0 ? [] : await listReturnedTasks(context, actor);
  const returnedIds = new Set(returned.map(({ traceId }) => traceId));
  return {
    at: now.toISOString(),
    today,
    soonUntil,
    counts,
    doneToday: done.today,
    doneThisWeek: done.week,
    first: [...returned, ...page.rows.filter(({ traceId }) => !returnedIds.has(traceId))].slice(
      0,
      maxRows.tasks,
    ),
    total: page.total,
    nodes: countNodes(tasks, today, soonUntil),
    countedOf: waiting.length > maxCountedTasks ? maxCountedTasks : null,
    days: [0, 1, 2, 3, 4, 5, 6]
      .map((ahead) => addDays(monday, ahead))
      .map((day) => ({ day, due: dueOn(day) })),
    others: {
      rows: waitingForOthers.map((row) => ({
        code: row.code,
        title: row.title,
        nodeName: row.node_name,
        handlerNames: row.handler_names,
        since: row.since.toISOString(),
        workorderId: row.id,
        ...urgeOf(context, actor, row, today),
      })),
      initiatedOpen: open.initiated,
      handledOpen: open.handled,
    },
    items,
    drafts: {
      rows: drafts.rows.map(({ id, taskCode, title, updatedAt }) => ({ id, taskCode, title, updatedAt })),
      total: drafts.total,
    },
    unread,
    copies: isRefusal(copied) ? { rows: [], total: 0 } : copied,
  };
}

/** Returns whether a row can be urged, and whether this was already done today. */
function urgeOf(
  { config, now }: Context,
  actor: Actor,
  { initiator_id, urged_at }: queries.WaitingOrder,
  today: LocalDate,
): { mayUrge: boolean; urgedToday: boolean } {
  const order = { initiator: { ...actor, staffId: initiator_id } };
  const mayUrgeAgainAt =
    urged_at && urgeableFrom({ urgedAt: urged_at.toISOString() }, now(), config.urgeAgainHours);
  return {
    mayUrge: mayUrge(order, actor) && mayUrgeAgainAt === null,
    urgedToday: urged_at !== null && localDateOf(urged_at) === today,
  };
}

function mondayOfWeek(day: LocalDate): LocalDate {
  return addDays(day, -((weekdayOf(day) + 6) % 7));
}

interface CountedTask {
  nodeName: string;
  dueDay: LocalDate | null;
}

/** Counts the tasks of each node by their light; the node with most overdue tasks comes first. */
function countNodes(tasks: readonly CountedTask[], today: LocalDate, soonUntil: LocalDate): WaitingAtNode[] {
  const rows = [...Map.groupBy(tasks, ({ nodeName }) => nodeName)].map(([nodeName, atNode]) => {
    const overdue = atNode.filter(({ dueDay }) => dueDay !== null && dueDay < today).length;
    const overdueOrSoon = atNode.filter(({ dueDay }) => dueDay !== null && dueDay <= soonUntil).length;
    return { nodeName, overdue, soon: overdueOrSoon - overdue, normal: atNode.length - overdueOrSoon };
  });
  const size = ({ overdue, soon, normal }: WaitingAtNode) => overdue + soon + normal;
  return rows.sort((a, b) => b.overdue - a.overdue || size(b) - size(a));
}

/** Returns the items that the person starts most; if there are none, the first items of the catalogue. */
async function listQuickStartItems(
  context: Context,
  actor: Actor,
  today: LocalDate,
): Promise<queries.StartedItem[]> {
  if (!can(actor, Permission.initiate)) return [];
  const since = startOfDay(addDays(today, -quickStartDays));
  const started = await queries.listStartedItems(context.db, actor.staffId, since, maxRows.items);
  if (started.length > 0) return started;
  const { rows } = await pageOfItems(context, { page: 1, size: maxRows.items });
  return rows.map(({ taskCode, name }) => ({ taskCode, name, started: 0 }));
}
