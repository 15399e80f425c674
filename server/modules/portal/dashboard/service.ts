import type { z } from 'zod';
import { dashboard, type Wall } from '#contract/dashboard.ts';
import type { Actor } from '#domain/access/actor.ts';
import { endOfDay, localDateOf, startOfDay } from '#domain/calendar/local-date.ts';
import { serviceTypeLabel } from '#domain/enumerations/service-type.ts';
import { problemsOfSpan } from '#domain/lists/date-span.ts';
import { hourText, punctualityLabel, weekdayNames } from '#domain/lists/figure-filter-texts.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { exportableList } from '#server/framework/lists/exportable-list.ts';
import { matters } from '#server/framework/routing/access.ts';
import {
  exportFilteredOrders,
  exportOfFilteredOrders,
  pageOfFilteredOrders,
} from '#server/modules/cases/work-orders/service.ts';
import { dashboardPage, maySeeFigures } from './dashboard.ts';
import * as queries from './figures.queries.ts';

export { dashboardPage } from './dashboard.ts';
export { checkFigures, rebuildFigures, updateFigures } from './rollup.ts';

const maxConcludedOnWall = 8;

/** Returns the page 大屏: this month's figures, and the orders most recently concluded today. */
export async function wallPage(
  context: Context,
  actor: Actor,
): Promise<Wall | Refusal<'badInput' | 'forbidden'>> {
  const page = await dashboardPage(context, actor, {});
  if (isRefusal(page)) return page;
  const since = startOfDay(localDateOf(context.now()));
  const [orgs, concluded] = await Promise.all([
    queries.listOrgsInScope(context.db, actor),
    queries.listConcluded(context.db, { actor }, since, maxConcludedOnWall),
  ]);
  return {
    // The first organisation is the highest one in the person's scope.
    name: orgs[0]?.name ?? actor.orgName,
    // The screen in the hall names no person.
    page: { ...page, latePeople: [] },
    concludedToday: concluded.map(({ ended_at, code, category_name, worked_days }) => ({
      at: ended_at.toISOString(),
      code,
      categoryName: category_name,
      workedDays: worked_days,
    })),
  };
}

export async function dashboardChoices({ db }: Pick<Context, 'db'>, actor: Actor) {
  if (!maySeeFigures(actor)) return refuse('forbidden');
  const [orgs, areas] = await Promise.all([
    queries.listOrgsInScope(db, actor),
    queries.listRegionsInScope(db, actor),
  ]);
  return { orgs, areas };
}

type FigureOrdersQuery = z.output<typeof dashboard.orders.query>;

/** Returns the conditions of the orders that a dashboard number counts and that the reader may list. */
function figureOrders(context: Context, actor: Actor, query: FigureOrdersQuery) {
  if (!maySeeFigures(actor)) return refuse('forbidden');
  const { endedFrom, endedTo, kept, ofOrg, ofArea, channel, weekday, hour, ...others } = query;
  const fields = { from: 'endedFrom', until: 'endedTo' };
  const problems = problemsOfSpan(fields, { from: endedFrom, until: endedTo }, localDateOf(context.now()));
  if (problems.length > 0) return refuse('badInput', { problems });
  const where = [
    ...queries.scopeConditions({ actor }),
    ...queries.figureConditions({
      endedFrom: endedFrom === undefined ? undefined : startOfDay(endedFrom),
      endedTo: endedTo === undefined ? undefined : endOfDay(endedTo),
      kept,
      ofOrg,
      ofArea,
      channel,
      weekday,
      hour,
    }),
  ];
  return { where, others };
}

/** Lists the orders that a dashboard number counts and that the reader may list. */
export async function dashboardOrders(context: Context, actor: Actor, query: FigureOrdersQuery) {
  const prepared = figureOrders(context, actor, query);
  if (isRefusal(prepared)) return prepared;
  return await pageOfFilteredOrders(context, actor, prepared.others, prepared.where);
}

/** The list of `dashboardOrders` as a file. */
export const exportableFigureOrders = exportableList({
  ...exportOfFilteredOrders(
    { name: 'kept', label: '按期', valueLabels: punctualityLabel },
    { name: 'ofOrg', label: '受理机构（不含下级）', recordKind: 'organisations' },
    { name: 'ofArea', label: '区划（不含下级）', recordKind: 'areas' },
    { name: 'channel', label: '收件渠道', valueLabels: Object.fromEntries(Object.entries(serviceTypeLabel)) },
    { name: 'weekday', label: '收件星期', valueLabels: Object.fromEntries(weekdayNames.entries()) },
    {
      name: 'hour',
      label: '收件时段',
      valueLabels: Object.fromEntries(Array.from({ length: 24 }, (_, hour) => [hour, hourText(hour)])),
    },
  ),
  name: 'dashboard-orders',
  title: '办件明细',
  endpoint: dashboard.orders,
  access: matters,
  mayTruncate: false,
  request: async (context, actor, query) => {
    const prepared = figureOrders(context, actor, query);
    if (isRefusal(prepared)) return prepared;
    return await exportFilteredOrders(prepared.where, context, actor, prepared.others);
  },
});
