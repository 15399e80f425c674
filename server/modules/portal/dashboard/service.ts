import type { z } from 'zod';
import type { dashboard, Wall } from '#contract/dashboard.ts';
import type { Actor } from '#domain/access/actor.ts';
import { endOfDay, localDateOf, startOfDay } from '#domain/calendar/local-date.ts';
import { problemsOfSpan } from '#domain/lists/date-span.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { ordersWhere } from '#server/modules/cases/work-orders/service.ts';
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
    queries.listAreasInScope(db, actor),
  ]);
  return { orgs, areas };
}

/** Lists the orders that a dashboard number counts and that the reader may list. */
export async function dashboardOrders(
  context: Context,
  actor: Actor,
  query: z.output<typeof dashboard.orders.query>,
) {
  if (!maySeeFigures(actor)) return refuse('forbidden');
  const { endedFrom, endedTo, kept, ofOrg, ofArea, channel, weekday, hour, ...others } = query;
  const fields = { from: 'endedFrom', until: 'endedTo' };
  const problems = problemsOfSpan(fields, { from: endedFrom, until: endedTo }, localDateOf(context.now()));
  if (problems.length > 0) return refuse('badInput', { problems });
  return await ordersWhere(context, actor, others, [
    ...queries.scopeParts({ actor }),
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
  ]);
}
