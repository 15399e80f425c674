import type { QueryScope } from '#contract/order-query.ts';
import { orderQuery, type QueriedOrder } from '#contract/order-query.ts';
import { processResultLabel } from '#domain/enumerations/process-result.ts';
import type { FilterLabel } from '#domain/lists/export-texts.ts';
import { queryColumns } from '#domain/lists/query-columns.ts';
import { type ExportableList, exportableList } from '#server/framework/lists/exportable-list.ts';
import { matters } from '#server/framework/routing/access.ts';
import { queryForExport } from './combined-query.ts';
import { dueTexts, filterLabels, phaseLabel, sheetColumnsOf } from './list-sheet.ts';

/**
 * The combined query as files (docs/decisions/0142): each page is a list of its own, because each has another
 * scope.
 */

const endedLabel = { name: 'endedFrom', until: 'endedTo', label: '办结日期' } as const;

const filters = [
  { name: 'code', label: '流水号' },
  { name: 'titleWords', label: '标题关键词' },
  { name: 'contentWords', label: '正文关键词' },
  ...filterLabels(
    '登记日期',
    phaseLabel,
    { name: 'applicant', label: '申请人' },
    { name: 'certCode', label: '证件号码' },
    { name: 'mobile', label: '手机号' },
    { name: 'nodeName', label: '当前环节' },
    { name: 'handler', label: '当前处理人', recordKind: 'staff' },
    { name: 'handlerOrg', label: '当前处理机构', recordKind: 'organisations' },
    { name: 'stepDue', label: '环节时限', valueLabels: dueTexts },
    { name: 'handledBy', label: '曾经办人员', recordKind: 'staff' },
    { name: 'initiator', label: '发起人', recordKind: 'staff' },
    { name: 'person', label: '涉及人员', recordKind: 'staff' },
    {
      name: 'result',
      label: '办理结果',
      valueLabels: Object.fromEntries(Object.entries(processResultLabel)),
    },
    endedLabel,
  ),
] as const;

function exportableQuery(scope: QueryScope, title: string): ExportableList {
  return exportableList({
    name: `query-${scope}`,
    title,
    endpoint: orderQuery.page,
    access: matters,
    mayTruncate: false,
    columns: sheetColumnsOf(queryColumns),
    filters,
    rowKey: ({ id }: QueriedOrder) => id,
    // The list sets the scope of the orders, never the query.
    request: (context, actor, query) => queryForExport(context, actor, { ...query, scope }),
  });
}

/** Parts of an exportable list whose rows `pageOfFilteredOrders` returns, with the labels of further filters. */
export const exportOfFilteredOrders = (...further: readonly FilterLabel[]) => ({
  columns: sheetColumnsOf(queryColumns),
  filters: filterLabels('收件日期', phaseLabel, endedLabel, ...further),
  rowKey: ({ id }: QueriedOrder) => id,
});

export const exportableQueries: readonly ExportableList[] = [
  exportableQuery('own', '综合查询'),
  exportableQuery('cross', '跨区域查询'),
  exportableQuery('seconds', '二次审批查询'),
];
