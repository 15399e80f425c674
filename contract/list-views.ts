import { z } from 'zod';
import { viewLimits, viewText } from '#domain/lists/view.ts';
import { endpoint, idempotencyRefusals, oneLine, requiredText } from './endpoint.ts';
import { listViewsPath } from './list-views-path.ts';

/**
 * Views of lists (our own): filters, sorting and columns under a name, private or shared with the
 * organisation.
 */

const key = z.string().max(60);
const filterValue = z.union([
  z.string().max(200),
  z.number(),
  z.array(z.string().max(200)).max(50),
  z.strictObject({ from: z.string().max(10).optional(), to: z.string().max(10).optional() }),
]);

/**
 * State that a view applies to a list. Names are the list's own; a name that the list no longer has is
 * ignored.
 */
export const ViewContent = z.strictObject({
  filters: z.record(key, filterValue).refine((filters) => Object.keys(filters).length <= 60),
  tab: key.optional(),
  sort: key.optional(),
  order: z.enum(['asc', 'desc']).optional(),
  columns: z
    .strictObject({
      order: z.array(key).max(60).optional(),
      hidden: z.array(key).max(60).optional(),
      widths: z.record(key, z.number().int().min(40).max(2000)).optional(),
      numbered: z.boolean().optional(),
    })
    .optional(),
});
export type ViewContent = z.output<typeof ViewContent>;

export const ListView = z.object({
  id: z.uuid(),
  list: z.string(),
  name: z.string(),
  /** True for the caller's own view; others are shared by `ownerName`. */
  mine: z.boolean(),
  ownerName: z.string(),
  shared: z.boolean(),
  /** True if the list opens with this view. */
  isDefault: z.boolean(),
  content: ViewContent,
});
export type ListView = z.output<typeof ListView>;

const list = z.string().regex(/^[a-z][a-z-]{0,39}$/);
const name = oneLine(
  requiredText(viewText.nameMissing).max(
    viewLimits.nameCharacters,
    `视图名称不能超过${viewLimits.nameCharacters}个字符`,
  ),
);
const byId = z.strictObject({ id: z.uuid() });
const views = z.object({
  rows: z.array(ListView),
  /** True if the caller may share views with the caller's own organisation. */
  mayShare: z.boolean(),
});

export const listViews = {
  ofList: endpoint({
    method: 'GET',
    reads: ['views'],
    path: listViewsPath,
    summary: '列表视图',
    query: z.strictObject({ list }),
    output: views,
  }),
  read: endpoint({
    method: 'GET',
    path: `${listViewsPath}/:id`,
    summary: '打开列表视图',
    params: byId,
    output: ListView,
    refusals: ['notFound'],
  }),
  create: endpoint({
    method: 'POST',
    changes: ['views'],
    path: listViewsPath,
    summary: '保存列表视图',
    body: z.strictObject({ list, name, content: ViewContent }),
    output: ListView,
    refusals: idempotencyRefusals,
  }),
  change: endpoint({
    method: 'PUT',
    changes: ['views'],
    path: `${listViewsPath}/:id`,
    summary: '修改列表视图',
    params: byId,
    body: z.strictObject({
      name: name.optional(),
      content: ViewContent.optional(),
      shared: z.boolean().optional(),
    }),
    output: ListView,
    refusals: ['notFound', 'forbidden', ...idempotencyRefusals],
  }),
  /** Saves the order of the caller's own views of a list; views that are not named follow at the end. */
  reorder: endpoint({
    method: 'POST',
    changes: ['views'],
    path: `${listViewsPath}/own/order`,
    summary: '列表视图排序',
    body: z.strictObject({ list, ids: z.array(z.uuid()).min(1).max(viewLimits.viewsOfList) }),
    output: views,
    refusals: idempotencyRefusals,
  }),
  /** Null: the list opens without a view. */
  setDefault: endpoint({
    method: 'POST',
    changes: ['views'],
    path: `${listViewsPath}/own/default`,
    summary: '设置默认视图',
    body: z.strictObject({ list, id: z.uuid().nullable() }),
    output: views,
    refusals: ['notFound', ...idempotencyRefusals],
  }),
  remove: endpoint({
    method: 'DELETE',
    changes: ['views'],
    path: `${listViewsPath}/:id`,
    summary: '删除列表视图',
    params: byId,
    output: z.object({ id: z.uuid() }),
    refusals: ['notFound', ...idempotencyRefusals],
  }),
  restore: endpoint({
    method: 'POST',
    changes: ['views'],
    path: `${listViewsPath}/:id/restore`,
    summary: '恢复列表视图',
    params: byId,
    output: ListView,
    refusals: ['notFound', ...idempotencyRefusals],
  }),
};
