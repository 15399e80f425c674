import { z } from 'zod';
import { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { ProcessResult } from '#domain/enumerations/process-result.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import { queryColumns } from '#domain/lists/query-columns.ts';
import { problemOfCode, problemOfSearchWords, queryTexts } from '#domain/lists/query-texts.ts';
import { endpoint, pageOf, pageQuery, requiredText } from './endpoint.ts';
import { fieldsOf, sortQuery } from './list-columns.ts';
import { documentedFilters, filterDay, numberChoice } from './list-filters.ts';
import { phase, traceId, WorkOrderPage, WorkOrderRow, workOrderCode } from './work-orders.ts';

/**
 * The combined query (S0 §2 sub-apps C and D): finds orders by any known detail (decision
 * 0144).
 */

const searchText = z
  .string()
  .max(100)
  .superRefine((text, check) => {
    const message = problemOfSearchWords(text);
    if (message !== undefined) check.addIssue({ code: 'custom', message });
  })
  .optional();
const person = z.string().max(64).optional();

export const QueriedOrder = WorkOrderRow.extend(fieldsOf(queryColumns));
export type QueriedOrder = z.output<typeof QueriedOrder>;

/** An order found by the global search, with its applicant's label and the reader's own open task. */
export const SearchedOrder = QueriedOrder.extend({
  applicantWord: z.enum(ApplicantTerm),
  traceId: traceId.nullable(),
});
export type SearchedOrder = z.output<typeof SearchedOrder>;

/** Filters of the query; empty ones are not sent. */
export const queryFilters = {
  ...documentedFilters,
  /** The whole number, its beginning or its end. */
  code: z
    .string()
    .max(100)
    .trim()
    .superRefine((code, check) => {
      const message = problemOfCode(code);
      if (message !== undefined) check.addIssue({ code: 'custom', message });
    })
    .optional(),
  /** Words that must all occur in the title, or all in the forms. */
  titleWords: searchText,
  contentWords: searchText,
  /** The whole name; or its beginning, for a reader who may see unmasked names. */
  applicant: z.string().trim().min(2, queryTexts.shortName).max(100).optional(),
  /** Complete numbers, for readers who may see them unmasked. */
  certCode: z.string().trim().max(40).optional(),
  mobile: z.string().trim().max(20).optional(),
  taskCode: z.string().max(60).optional(),
  nodeName: z.string().max(100).optional(),
  status: numberChoice(Object.values(WorkOrderStatus)).optional(),
  result: numberChoice(Object.values(ProcessResult)).optional(),
  phase,
  /** Ids of people: one who started the order, has it now, has handled it, or participates in it in any way. */
  initiator: person,
  handler: person,
  handledBy: person,
  person,
  startDate: filterDay.optional(),
  endDate: filterDay.optional(),
  endedFrom: filterDay.optional(),
  endedTo: filterDay.optional(),
  /** Filter by the limit of the whole order. */
  due: z.enum(['overdue', 'today', 'soon']).optional(),
  /** Filter by the limit of a step: of `nodeName` if given, else of the current step that is due first. */
  stepDue: z.enum(['overdue', 'today', 'soon']).optional(),
  /** Orders that wait for people of this organisation or of one below it. */
  handlerOrg: z.string().max(100).optional(),
  dueDay: filterDay.optional(),
};

/**
 * `own`: the caller's and, by right, the organisation's; `cross`: those of the region; `seconds`: own ones
 * with a second approval.
 */
export const queryScopes = ['own', 'cross', 'seconds'] as const;
export type QueryScope = (typeof queryScopes)[number];

export const orderQuery = {
  page: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/query',
    summary: '综合查询',
    query: z.strictObject({
      ...pageQuery,
      ...queryFilters,
      scope: z.enum(queryScopes).default('own'),
      sort: sortQuery(queryColumns).default('startedAt'),
    }),
    output: pageOf(QueriedOrder).extend({
      /**
       * For very common words only the newest orders are searched, from `since` on; null if all were
       * searched. A further filter makes the result small enough.
       */
      lookedThrough: z.object({ orders: z.number().int(), since: z.iso.datetime() }).nullable(),
      /** True while the search index is being built: the latest changes may be missing. */
      indexing: z.boolean(),
    }),
    refusals: ['forbidden'],
  }),
  lateCounts: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/query/late',
    summary: '综合查询：超期件数',
    query: z.strictObject({ ...queryFilters, scope: z.enum(queryScopes).default('own') }),
    output: z.object({
      /**
       * Number of orders late at a step with its own limit, and late as a whole. Null if common words are
       * searched.
       */
      step: z.number().int().nullable(),
      order: z.number().int().nullable(),
    }),
    refusals: ['forbidden'],
  }),
  detailPage: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/query/:workorderCode/page',
    summary: '综合查询：办件详情（只读）',
    params: z.strictObject({ workorderCode: workOrderCode }),
    output: WorkOrderPage,
  }),
  search: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/query/search',
    summary: '全局搜索：办件',
    query: z.strictObject({ keyword: requiredText('请输入要查找的内容').max(100) }),
    output: z.object({ rows: z.array(SearchedOrder), total: z.number().int() }),
  }),
};
