import { z } from 'zod';
import { ExportFormat, ExportState } from '#domain/lists/export-format.ts';
import { exportLimits } from '#domain/lists/export-limits.ts';
import { endpoint, idempotencyRefusals } from './endpoint.ts';
import { documentedFilters } from './list-filters.ts';

/** Lists as files (S0 §2, §5; S2 §2, §5, §7, §8): requested, written by a job, downloaded by their owner. */

/** Name under which a list is exported (`apiCode`). */
const listName = z.string().max(60);
/** Query of the list's own call: filters and sorting, validated as in that call. */
const listQuery = z.record(z.string().max(60), z.unknown());
const pagePath = z.string().max(500);

/** Rows to export: all that the query finds, or selected ones by their keys. */
const rowSelection = {
  list: listName,
  query: listQuery.default({}),
  ids: z.array(z.string().max(80)).min(1).max(exportLimits.maxSelectedRows).optional(),
};

const instant = z.iso.datetime();
const byId = z.strictObject({ id: z.uuid('导出任务标识不正确') });

export const ExportTask = z.object({
  id: z.string(),
  list: z.string(),
  title: z.string(),
  fileName: z.string(),
  format: z.enum(ExportFormat),
  state: z.enum(ExportState),
  /** Progress; `rowsInAll` is available from the start. */
  rows: z.number().int(),
  rowsInAll: z.number().int(),
  /** Number of selected rows that had left the list when the file was written. */
  leftOut: z.number().int(),
  /** Size in bytes, once the file is written. */
  size: z.number().int(),
  /** Description of the filters. */
  filters: z.string(),
  askedAt: instant,
  finishedAt: instant.nullable(),
  /** Time until which the file can be downloaded. */
  keptUntil: instant.nullable(),
  /**
   * Reason why the file can no longer be downloaded: its owner has moved or lost a right since it was
   * written.
   */
  refusedBecause: z.string().nullable(),
});
export type ExportTask = z.output<typeof ExportTask>;

/** Size and content of an export, for the confirmation before it (S0 §5). */
export const ExportCheck = z.object({
  decision: z.enum(['export', 'confirm', 'refuse', 'nothing']),
  /** Number of rows that would be written. */
  rows: z.number().int(),
  message: z.string(),
  columns: z.array(z.object({ key: z.string(), title: z.string() })),
  /** Description of the filters. */
  filters: z.string(),
});
export type ExportCheck = z.output<typeof ExportCheck>;

const listRefusals = ['notFound', 'forbidden'] as const;

export const exportTasks = {
  check: endpoint({
    method: 'POST',
    reads: [],
    path: '/api/exports/check',
    summary: '导出前检查',
    body: z.strictObject(rowSelection),
    output: ExportCheck,
    refusals: listRefusals,
    mutates: false,
  }),
  request: endpoint({
    method: 'POST',
    changes: ['exports'],
    path: '/api/exports',
    summary: '导出列表',
    body: z.strictObject({
      ...rowSelection,
      /** Keys of the columns in their order; all columns of the list if none is named. */
      columns: z.array(z.string().max(60)).max(60).default([]),
      format: z.enum(ExportFormat).default('xlsx'),
      /** The page that requests the export, for the log (S2 §2). */
      pagePath: pagePath.default(''),
    }),
    output: ExportTask,
    refusals: [...listRefusals, 'tooManyRequests', ...idempotencyRefusals],
  }),
  mine: endpoint({
    method: 'GET',
    reads: ['exports'],
    path: '/api/exports',
    summary: '我的导出',
    output: z.object({ rows: z.array(ExportTask) }),
  }),
  cancel: endpoint({
    method: 'POST',
    changes: ['exports'],
    path: '/api/exports/:id/cancel',
    summary: '取消导出',
    params: byId,
    output: ExportTask,
    refusals: ['notFound', ...idempotencyRefusals],
  }),
  retry: endpoint({
    method: 'POST',
    changes: ['exports'],
    path: '/api/exports/:id/retry',
    summary: '重新导出',
    params: byId,
    output: ExportTask,
    refusals: [...listRefusals, 'tooManyRequests', ...idempotencyRefusals],
  }),
  /** Sends the file to an `x-access-token`, or to a one-time ticket of purpose `download` for this export. */
  file: endpoint({
    method: 'GET',
    path: '/api/exports/:id/file',
    summary: '下载导出文件',
    params: byId,
    query: z.strictObject({ ticket: z.string().max(128).optional() }),
    output: z.void(),
    answer: 'raw',
    /** `notSignedIn`: the ticket was made for something else. */
    refusals: [...listRefusals, 'notSignedIn'],
  }),
};

/** The calls of the specification, which answer with the file itself (S2 §7). */
export const exportCalls = {
  /** Opened in a new window, with a one-time ticket of purpose `download` for `exportWorkorderTasks`. */
  workorderTasks: endpoint({
    method: 'GET',
    path: '/workorder/workorder/exportWorkorderTasks',
    summary: '导出办件任务',
    /** The filters of the list that the page shows; the to-do list if the page shows no list. */
    query: z
      .object({
        ...documentedFilters,
        pagePath: pagePath.default(''),
        ticket: z.string().max(128).optional(),
      })
      .catchall(z.unknown()),
    output: z.void(),
    answer: 'raw',
    refusals: [...listRefusals, 'notSignedIn', 'tooManyRequests'],
  }),
  dynamic: endpoint({
    method: 'POST',
    changes: ['exports'],
    path: '/workportal/api/forminstance/dynamic/api/export/:apiCode',
    summary: '导出动态列表',
    params: z.strictObject({ apiCode: listName }),
    /** The filter in force; `page` is 1 and `size` the total, which the server counts for itself. */
    body: z
      .object({
        page: z.coerce.number().int().min(0).max(1_000_000_000).optional(),
        size: z.coerce.number().int().min(0).max(1_000_000_000).optional(),
        pagePath: pagePath.default(''),
      })
      .catchall(z.unknown()),
    filtersInBody: true,
    output: z.void(),
    answer: 'raw',
    refusals: [...listRefusals, 'tooManyRequests'],
  }),
};
