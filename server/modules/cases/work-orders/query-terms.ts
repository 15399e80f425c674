import type { QueryScope } from '#contract/order-query.ts';
import { type Actor, can, mayParticipateInMatters, Permission } from '#domain/access/actor.ts';
import { addDays, isLocalDate, type LocalDate } from '#domain/calendar/local-date.ts';
import { regionPrefix } from '#domain/regions/region-code.ts';

/**
 * Alternative terms; an order matches a query if it has one of each group. The terms of an order are made by
 * `order_query_terms` in the database (docs/decisions/0144).
 */
export type TermGroup = readonly string[];

/** The term of every order. */
const everyOrder: TermGroup = ['all'];

/**
 * Returns the terms of the orders that this person may read (docs/decisions/0056), without the orders of lent keys,
 * which are in the to-do list.
 */
export function termsOfReadableOrders(actor: Actor): TermGroup {
  if (!mayParticipateInMatters(actor)) return [];
  if (can(actor, Permission.administer)) return everyOrder;
  return [
    `initiator:${actor.staffId}`,
    `done-by:${actor.staffId}`,
    ...actor.keys.map((key) => `seen-by:${key}`),
    ...(can(actor, Permission.readAll) ? [`org:${actor.orgId}`] : []),
  ];
}

/**
 * Returns the terms of the orders in the statistics of a person who may read those of an organisation
 * (docs/decisions/0146).
 */
export function termsOfOfficeOrders(actor: Actor): TermGroup {
  return can(actor, Permission.administer) ? everyOrder : [`org:${actor.orgId}`];
}

/** Returns the region in which the person may query across organisations. */
export function regionOfCrossQuery(actor: Actor): string | undefined {
  return can(actor, Permission.queryCross) && mayParticipateInMatters(actor)
    ? regionPrefix(actor.areaCode)
    : undefined;
}

/**
 * Returns the terms of the orders in which a query of this scope searches; undefined without the permission.
 */
export function groupsOfScope(actor: Actor, scope: QueryScope): TermGroup[] | undefined {
  if (scope === 'own') return [termsOfReadableOrders(actor)];
  if (scope === 'seconds') return [termsOfReadableOrders(actor), ['second']];
  const area = regionOfCrossQuery(actor);
  return area === undefined ? undefined : [termsOfRegion(area)];
}

export function termsOfRegion(prefix: string): TermGroup {
  return prefix === '' ? everyOrder : [`area:${prefix}`];
}

/** Returns the terms of every role that a person can have had in an order. */
export function termsOfPerson(staffId: string): TermGroup {
  return [`initiator:${staffId}`, `done-by:${staffId}`, `seen-by:staff:${staffId}`];
}

/** Orders that were started, ended or due on a day, or whose step is due on it. */
type DayKind = 'started' | 'ended' | 'due' | 'step-due';

/** Returns the terms of the days of a span, both ends included: one term for each whole month. */
export function termsOfDays(kind: DayKind, from: LocalDate, until: LocalDate, suffix = ''): TermGroup {
  const terms: string[] = [];
  for (let day = from; day <= until; ) {
    const month = day.slice(0, 7);
    const last = lastOfMonth(month);
    const isWhole = day.endsWith('-01') && last <= until;
    terms.push(`${kind}:${isWhole ? month : day}${suffix}`);
    const lastDay = isWhole ? last : day;
    // The last supported day has no next day.
    if (lastDay === until) break;
    day = addDays(lastDay, 1);
  }
  return terms;
}

/** Day before which no order is due. */
const earliestDueDate = '2000-01-01';

/** Returns the terms of due dates before today. */
export function overdueTerms(kind: 'due' | 'step-due', today: LocalDate, suffix = ''): TermGroup {
  return termsOfDays(kind, earliestDueDate, addDays(today, -1), suffix);
}

/**
 * Returns the terms of orders at an overdue step: at any step, by the nearest limit of the order, or at the
 * named step.
 */
export function overdueStepTerms(nodeName: string | undefined, today: LocalDate): TermGroup {
  return overdueTerms('step-due', today, nodeSuffix(nodeName));
}

/** Returns the suffix of a term about one step; empty for the order's nearest limit. */
export function nodeSuffix(nodeName: string | undefined): string {
  return nodeName === undefined ? '' : `:${nodeName}`;
}

/** Returns the last day of a month by trying, because the last supported month has no next month. */
function lastOfMonth(month: string): LocalDate {
  return ['31', '30', '29'].map((day) => `${month}-${day}`).find(isLocalDate) ?? `${month}-28`;
}

/** Checks whether an order with these terms matches. */
export function matchesGroups(terms: ReadonlySet<string>, groups: readonly TermGroup[]): boolean {
  return groups.every((group) => group.some((term) => terms.has(term)));
}
