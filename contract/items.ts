import { z } from 'zod';
import { endpoint, idempotencyRefusals, oneLine, wholeNumber } from './endpoint.ts';
import { ItemSettings } from './item-settings.ts';
import { seenVersion } from './seen-state.ts';
import { sheetImportCalls } from './sheet-imports.ts';

/**
 * Items as the configuration administrator edits them: available items, new versions, categories (decision
 * 0171).
 */

const taskCode = z.string().max(60);
/** The newest version as the sender saw it; for a new item version 0, not available. */
const over = z.strictObject({ version: seenVersion, current: z.boolean() });
const Problem = z.object({ field: z.string(), message: z.string() });

/** An item by its newest version. */
export const StoredItem = z.object({
  taskCode: z.string(),
  name: z.string(),
  version: z.number().int(),
  /** True if the item is available; false if it was disabled. */
  current: z.boolean(),
  categoryName: z.string(),
  orgName: z.string(),
  processId: z.string(),
  processName: z.string(),
  /** True if its process or one of its forms has a newer version than its orders start on. */
  outdated: z.boolean(),
  publishedAt: z.iso.datetime(),
  /** Number of unfinished orders of any version. */
  running: z.number().int(),
});
export type StoredItem = z.output<typeof StoredItem>;

const Category = z.object({
  id: z.string(),
  name: z.string(),
  sortBy: z.number().int(),
  items: z.number().int(),
});
export type Category = z.output<typeof Category>;

export const items = {
  list: endpoint({
    method: 'GET',
    reads: ['items', 'forms', 'processes', 'office'],
    path: '/api/items',
    summary: '事项管理列表',
    output: z.object({ rows: z.array(StoredItem), categories: z.array(Category) }),
  }),
  read: endpoint({
    method: 'GET',
    reads: ['items', 'forms', 'processes'],
    path: '/api/items/item',
    summary: '事项设置',
    query: z.strictObject({ taskCode }),
    output: z.object({
      settings: ItemSettings,
      version: z.number().int(),
      current: z.boolean(),
      /** All versions of the item, the newest first. */
      versions: z.array(
        z.object({
          version: z.number().int(),
          publishedAt: z.iso.datetime(),
          processId: z.string(),
          formIds: z.array(z.string()),
          running: z.number().int(),
        }),
      ),
    }),
    refusals: ['notFound'],
  }),
  /** Returns the processes, forms and other parts from which an item can be composed. */
  choices: endpoint({
    method: 'GET',
    reads: ['items', 'forms', 'processes', 'office'],
    path: '/api/items/choices',
    summary: '事项可选内容',
    output: z.object({
      categories: z.array(Category),
      organisations: z.array(z.object({ id: z.string(), name: z.string(), areaName: z.string() })),
      processes: z.array(
        z.object({
          key: z.string(),
          name: z.string(),
          version: z.number().int(),
          /** Forms that steps of the process refer to; an item with this process needs them. */
          formCodes: z.array(z.string()),
        }),
      ),
      forms: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          version: z.number().int(),
          /** Single-value fields; `titles` can be the title of an order, `options` are the choices. */
          fields: z.array(
            z.object({
              id: z.string(),
              title: z.string(),
              kind: z.string(),
              titles: z.boolean(),
              options: z.array(z.object({ value: z.string(), label: z.string() })),
            }),
          ),
        }),
      ),
    }),
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/items/check',
    summary: '检查事项',
    body: ItemSettings,
    output: z.object({ problems: z.array(Problem) }),
    mutates: false,
  }),
  /**
   * Publishes the item as its next version; running orders keep theirs. Repeating the same content changes
   * nothing. The stored name of the action is `item.offer`.
   */
  publish: endpoint({
    method: 'POST',
    changes: ['items'],
    path: '/api/items',
    summary: '发布事项',
    /** Without `over` nothing is compared. */
    body: ItemSettings.extend({ over: over.optional() }),
    output: z.object({ taskCode: z.string(), version: z.number().int() }),
    refusals: ['dataChanged', 'forbidden', ...idempotencyRefusals],
  }),
  /** Takes the item out of service; the stored name of the action is `item.withdraw`. */
  disable: endpoint({
    method: 'POST',
    changes: ['items'],
    path: '/api/items/withdraw',
    summary: '停用事项',
    body: z.strictObject({ taskCode, over: over.optional() }),
    output: z.object({ taskCode: z.string() }),
    refusals: ['notFound', 'dataChanged', 'forbidden', ...idempotencyRefusals],
  }),
  saveCategory: endpoint({
    method: 'POST',
    changes: ['items'],
    path: '/api/items/categories',
    summary: '保存事项分类',
    body: z.strictObject({
      /** Left out for a new category. */
      id: z.string().max(60).optional(),
      name: oneLine(z.string().trim().min(1).max(30)),
      sortBy: z.number().int().min(0).max(100_000),
      /** The category as the sender saw it; without it, nothing is compared. */
      over: z.strictObject({ name: z.string().max(100), sortBy: wholeNumber }).optional(),
    }),
    output: z.object({ id: z.string() }),
    refusals: ['notFound', 'dataChanged', 'forbidden', ...idempotencyRefusals],
  }),
  removeCategory: endpoint({
    method: 'POST',
    changes: ['items'],
    path: '/api/items/categories/remove',
    summary: '删除事项分类',
    body: z.strictObject({ id: z.string().max(60) }),
    output: z.object({ id: z.string() }),
    refusals: ['notFound', 'forbidden', ...idempotencyRefusals],
  }),
};

/** Sheets with the basic data of the items, and with the materials that each requires (decision 0169). */
export const itemSheet = sheetImportCalls('items', '事项', 'items');
export const paperSheet = sheetImportCalls('item-papers', '申请材料', 'items');
