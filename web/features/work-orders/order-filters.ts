import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { catalogue } from '#contract/catalogue.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { isDraft, isEnded } from '#domain/enumerations/work-order-phase.ts';
import { WorkOrderStatus, workOrderStatusLabel } from '#domain/enumerations/work-order-status.ts';
import { queryOf } from '#web/api/query-of.ts';
import type { FilterOption, FilterValues, ListFilter } from '#web/toolkit/list-model/list-types.ts';
import { regionFilter } from '#web/toolkit/regions/region-filter.tsx';

type Item = OutputOf<typeof catalogue.itemPage>['rows'][number];

/**
 * Returns the statuses that an order of the chosen item can have, or of any item; all statuses until the
 * items are loaded. The to-do list offers only statuses that have not ended, and a chosen phase only its own.
 * Each label appears once, although some statuses have the same label.
 */
export function statusOptions(
  items: readonly Item[] | undefined,
  { taskCode, phase }: FilterValues,
  list: OrderList,
): FilterOption[] {
  const itemsOfCode = items?.filter((item) => taskCode === undefined || item.taskCode === taskCode);
  const possibleStatuses = itemsOfCode && new Set(itemsOfCode.flatMap(({ statuses }) => statuses));
  const requestedPhase = list === 'todo' ? 'open' : phase;
  const offeredStatuses = Object.values(WorkOrderStatus).filter(
    (status) =>
      !isDraft(status) &&
      (possibleStatuses?.has(status) ?? true) &&
      (requestedPhase === undefined || isEnded(status) === (requestedPhase === 'ended')),
  );
  const options = offeredStatuses
    .toSorted((a, b) => a - b)
    .map((value) => ({ value, label: workOrderStatusLabel[value] }));
  return options.filter(({ label }, index) => options.findIndex((other) => other.label === label) === index);
}

export const dueOptions = [
  { value: 'overdue', label: '已超期' },
  { value: 'today', label: '今日到期' },
  { value: 'soon', label: '将到期' },
];

const phaseOptions = [
  { value: 'open', label: '在办' },
  { value: 'ended', label: '已办结' },
];

const identity = (value: string) => value;
const dueDay: ListFilter = { kind: 'fromLink', name: 'dueDay', label: '到期日', text: identity };
const nodeName: ListFilter = { kind: 'fromLink', name: 'nodeName', label: '当前环节', text: identity };
/** Lists with additional filters: the to-do list by node, the others by progress (`withPhase`). */
type OrderList = 'todo' | 'withPhase';
const furtherFilters: Record<OrderList, readonly ListFilter[]> = {
  todo: [dueDay, nodeName],
  withPhase: [{ kind: 'select', name: 'phase', label: '办理进度', options: phaseOptions }, dueDay],
};

/**
 * Returns the filters that all lists of work orders share; `dayLabel` names the date that the span refers to
 * in this list.
 */
export function useOrderFilters(dayLabel: string, list: OrderList): readonly ListFilter[] {
  const items = useQuery({
    ...queryOf(catalogue.itemPage, { query: { size: 200 } }),
    staleTime: 5 * 60_000,
  });
  const rows = items.data?.rows;
  const loading = items.isPending;
  return useMemo(
    () => [
      { kind: 'text', name: 'keyword', label: '关键词', placeholder: '流水号、标题或申请人' },
      {
        kind: 'select',
        name: 'taskCode',
        label: '事项',
        loading,
        options: (rows ?? []).map(({ taskCode, name }) => ({ value: taskCode, label: name })),
      },
      { kind: 'daySpan', name: 'days', label: dayLabel, from: 'startDate', to: 'endDate' },
      {
        kind: 'select',
        name: 'status',
        label: '办理状态',
        loading,
        options: (values) => statusOptions(rows, values, list),
      },
      regionFilter('areaCode'),
      { kind: 'select', name: 'due', label: '时限', options: dueOptions },
      ...furtherFilters[list],
    ],
    [rows, loading, dayLabel, list],
  );
}
