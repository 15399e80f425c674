import type { z } from 'zod';
import { orderQuery } from '#contract/order-query.ts';
import type { Actor } from '#domain/access/actor.ts';
import { lastWarnedDay } from '#domain/calendar/due-light.ts';
import { type LocalDate, localDateOf } from '#domain/calendar/local-date.ts';
import { isRefusal, type Refusal } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { inSnapshot } from '#server/kernel/database/transaction.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { countSteps, listChangedOrders, readHits, type StepCount } from './combined-query.queries.ts';
import { maxChangedOrders, queryConditionsOfReader } from './combined-query.ts';
import { listOverdueHandlers, type OverdueHandler, type UnindexedOrder } from './overdue-handlers.queries.ts';
import { matchesGroups, overdueStepTerms, termsOfOfficeOrders } from './query-terms.ts';

export type { StepCount } from './combined-query.queries.ts';
export type { OverdueHandler } from './overdue-handlers.queries.ts';

/** Number of people, and of organisations, in the ranking of delays. */
const maxOverdueHandlers = 10;

interface Limits {
  today: LocalDate;
  soonUntil: LocalDate;
}

/**
 * Counts at each step the orders of the person's organisation that the combined query finds: all at the step,
 * and by the limit of the step the overdue ones and those due soon. `overdue` counts an order once, even if it
 * is at several steps; `overdueHandlers` names the people and organisations for which such orders wait.
 */
export async function countOrdersBySteps(
  context: Context,
  actor: Actor,
  filters: Partial<z.output<typeof orderQuery.page.query>>,
): Promise<
  | { steps: StepCount[]; overdue: number; overdueHandlers: OverdueHandler[] }
  | Refusal<'badInput' | 'forbidden'>
> {
  const conditions = await queryConditionsOfReader(context, actor, {
    ...orderQuery.page.query.parse({}),
    ...filters,
  });
  if (isRefusal(conditions)) return conditions;
  const groups = [...conditions.groups, termsOfOfficeOrders(actor)];
  const today = localDateOf(context.now());
  const limits = { today, soonUntil: lastWarnedDay(today, await currentHolidays(context.db)) };
  const overdue = [...groups, overdueStepTerms(undefined, today)];
  return inSnapshot(context.db, async (db) => {
    const changed = await listChangedOrders(db, maxChangedOrders);
    const excluded = changed.orders.flatMap(({ place }) => place ?? []);
    const changedTerms = changed.orders.map(({ terms }) => new Set(terms));
    const steps = await countSteps(db, groups, excluded, limits);
    const chunks = await readHits(
      db,
      overdue,
      { matching: [], notMatching: excluded },
      { descending: true, firstHit: 0, endHit: 0 },
    );
    const overdueHandlers = await listOverdueHandlers(db, groups, excluded, {
      unindexedOrders: changedTerms.filter((terms) => matchesGroups(terms, groups)).map(summariseTerms),
      today,
      maxHandlers: maxOverdueHandlers,
    });
    return {
      overdueHandlers,
      steps: addSteps(
        steps,
        changedTerms.filter((terms) => matchesGroups(terms, groups)),
        limits,
      ),
      overdue: chunks.reduce(
        (sum, { found }) => sum + found,
        changedTerms.filter((terms) => matchesGroups(terms, overdue)).length,
      ),
    };
  });
}

/** Returns for whom an order waits and when its step is due, by the order's terms. */
function summariseTerms(terms: ReadonlySet<string>): UnindexedOrder {
  const termList = [...terms];
  const dueOn = termList.find((term) => /^step-due:\d{4}-\d\d-\d\d$/.test(term))?.slice('step-due:'.length);
  const keys = termList.flatMap((term) => /^waits-for:(.*)$/s.exec(term)?.[1] ?? []);
  return { keys, dueOn };
}

/** Adds orders by their terms to the counts of other orders. */
function addSteps(
  counted: readonly StepCount[],
  orders: readonly ReadonlySet<string>[],
  { today, soonUntil }: Limits,
): StepCount[] {
  const steps = new Map(counted.map((step) => [step.name, { ...step }]));
  const stepOf = (name: string): StepCount => {
    const step = steps.get(name) ?? { name, open: 0, soon: 0, overdue: 0 };
    steps.set(name, step);
    return step;
  };
  for (const term of orders.flatMap((terms) => [...terms])) {
    const [, node] = /^node:(.*)$/s.exec(term) ?? [];
    if (node !== undefined) stepOf(node).open += 1;
    const [, day = '', name] = /^step-due:(\d{4}-\d\d-\d\d):(.*)$/s.exec(term) ?? [];
    if (name === undefined) continue;
    if (day < today) stepOf(name).overdue += 1;
    else if (day <= soonUntil) stepOf(name).soon += 1;
  }
  return [...steps.values()];
}
