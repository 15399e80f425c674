import { z } from 'zod';
import { ServiceType } from '#domain/enumerations/service-type.ts';
import { queryColumns } from '#domain/lists/query-columns.ts';
import { endpoint, pageOf, pageQuery } from './endpoint.ts';
import { sortQuery } from './list-columns.ts';
import { filterDay, numberChoice } from './list-filters.ts';
import { QueriedOrder } from './order-query.ts';
import { orderFilters, phase, workOrderCode } from './work-orders.ts';

/** 数据看板: the figures of the office, each with the list of its orders (docs/decisions/0146). */

const count = z.number().int();
const day = z.string();
const text = z.string().max(100).optional();

/**
 * A number of orders, and the query that lists just these: of `dashboard.orders`, or with `inQuery` of the
 * combined query, which can filter by step.
 */
export const Figure = z.object({ count, list: z.string(), inQuery: z.literal(true).optional() });
export type Figure = z.output<typeof Figure>;

/** Totals of a period. */
export const Totals = z.object({
  intake: count,
  concluded: count,
  /** Concluded orders with a limit that were on time. */
  onTime: count,
  late: count,
  /** Sum of working days of all concluded orders. */
  workedDays: count,
  /** Open orders at the end of the period; for the requested period, now. */
  open: count,
  overdue: count,
});
export type Totals = z.output<typeof Totals>;

const Part = z.object({ id: z.string(), name: z.string(), intake: Figure, before: count });
export type FigurePart = z.output<typeof Part>;

export const Unit = z.object({
  id: z.string(),
  name: z.string(),
  intake: Figure,
  concluded: Figure,
  onTime: Figure,
  late: Figure,
  workedDays: count,
  open: Figure,
  overdue: Figure,
  /** Due date of the oldest overdue order. */
  oldestDueOn: day.nullable(),
});
export type Unit = z.output<typeof Unit>;

/** Delay at the steps of one person, or of one organisation with those below it. */
export const OverdueHandler = z.object({
  id: z.string(),
  name: z.string(),
  /** Name of the person's organisation; empty for an organisation. */
  orgName: z.string(),
  /** Orders that wait for them: all, and those whose step is overdue. */
  open: Figure,
  overdue: Figure,
  /** Calendar days of the longest delay, and their sum over the overdue orders. */
  longest: count,
  days: count,
});
export type OverdueHandler = z.output<typeof OverdueHandler>;

const Span = z.object({ from: day, to: day });

export const Dashboard = z.object({
  at: z.iso.datetime(),
  today: day,
  span: Span,
  before: Span,
  lastYear: Span,
  /** Name of the organisation to which the figures are limited, with those below it; null for all orders. */
  scope: z.string().nullable(),
  now: z.object({
    intake: Figure,
    concluded: Figure,
    onTime: Figure,
    late: Figure,
    workedDays: count,
    open: Figure,
    soon: Figure,
    overdue: Figure,
    oldestDueOn: day.nullable(),
    /** Orders late at a step with a limit of its own, whether or not late as a whole. */
    stepOverdue: Figure,
  }),
  totalsBefore: Totals,
  totalsLastYear: Totals,
  overdueYesterday: count,
  /** Each day of the period, with the intake of the matching day of the previous period. */
  days: z.array(z.object({ day, intake: Figure, concluded: Figure, before: count.nullable() })),
  /** The six months up to the end of the period. */
  months: z.array(z.object({ month: z.string(), onTime: Figure, late: Figure })),
  units: z.array(Unit),
  categories: z.array(Part),
  items: z.array(Part),
  channels: z.array(Part),
  areas: z.array(Part),
  /**
   * Open orders by their current step (by each, if several are open); soon and overdue by the step's limit.
   */
  steps: z.array(z.object({ name: z.string(), open: Figure, soon: Figure, overdue: Figure })),
  /** People with the longest delays at a step, at most ten, and organisations; an order counts for each of them. */
  latePeople: z.array(OverdueHandler),
  lateOffices: z.array(OverdueHandler),
  /** Intake by weekday (Sunday is 0) and hour; a missing hour had none. */
  hours: z.array(z.object({ weekday: count, hour: count, intake: Figure })),
});
export type Dashboard = z.output<typeof Dashboard>;

/** Filters that narrow the figures, within the reader's rights. */
const scopeFilters = { areaCode: text, orgCode: text, taskCode: z.string().max(60).optional() };

/**
 * For the screen in the hall: figures, and today's concluded orders by number and category; no personal data.
 */
export const Wall = z.object({
  /** Name of the organisation. */
  name: z.string(),
  page: Dashboard,
  concludedToday: z.array(
    z.object({ at: z.iso.datetime(), code: workOrderCode, categoryName: z.string(), workedDays: count }),
  ),
});
export type Wall = z.output<typeof Wall>;

export const dashboard = {
  page: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/dashboard',
    summary: '数据看板',
    query: z.strictObject({
      ...scopeFilters,
      startDate: filterDay.optional(),
      endDate: filterDay.optional(),
    }),
    output: Dashboard,
    refusals: ['forbidden'],
  }),
  wall: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/dashboard/wall',
    summary: '数据看板大屏',
    output: Wall,
    refusals: ['forbidden'],
  }),
  choices: endpoint({
    method: 'GET',
    reads: ['office', 'items'],
    path: '/api/dashboard/choices',
    summary: '数据看板可选的机构和区划',
    output: z.object({
      /** Organisations as a tree: `parent` is null if the parent may not be chosen. */
      orgs: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          parent: z.string().nullable(),
          sortBy: z.number().int(),
        }),
      ),
      areas: z.array(z.object({ code: z.string(), name: z.string() })),
    }),
    refusals: ['forbidden'],
  }),
  orders: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/dashboard/orders',
    summary: '数据看板办件明细',
    query: z.strictObject({
      ...pageQuery,
      ...orderFilters,
      phase,
      endedFrom: filterDay.optional(),
      endedTo: filterDay.optional(),
      /** Ended orders with a limit: on time or late. */
      kept: z.enum(['onTime', 'late']).optional(),
      /** Limits the list to this organisation or region itself, without those below it. */
      ofOrg: text,
      ofArea: text,
      channel: z.enum(ServiceType).optional(),
      weekday: numberChoice([0, 1, 2, 3, 4, 5, 6]).optional(),
      hour: z.coerce.number().int().min(0).max(23).optional(),
      sort: sortQuery(queryColumns).default('startedAt'),
    }),
    output: pageOf(QueriedOrder),
    refusals: ['forbidden'],
  }),
};
