import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { catalogue } from '#contract/catalogue.ts';
import { isDraft } from '#domain/enumerations/work-order-phase.ts';
import { WorkOrderStatus, workOrderStatusLabel } from '#domain/enumerations/work-order-status.ts';
import { queryOf } from '#web/api/query-of.ts';
import type { ListFilter } from '#web/toolkit/list/list-types.ts';
import { areaFilter } from '#web/toolkit/regions/AreaInput.tsx';

/** Package forms of a status: the same words under another code, which would stand twice in the choice. */
const packageForms: ReadonlySet<number> = new Set([
  WorkOrderStatus.packagePermitGranted,
  WorkOrderStatus.packageReturnedAndConcluded,
]);

const statusOptions = Object.values(WorkOrderStatus)
  .filter((status) => !isDraft(status) && !packageForms.has(status))
  .toSorted((a, b) => a - b)
  .map((value) => ({ value, label: workOrderStatusLabel[value] }));

const dueOptions = [
  { value: 'overdue', label: '已超期' },
  { value: 'today', label: '今日到期' },
  { value: 'soon', label: '将到期' },
];

const phaseOptions = [
  { value: 'open', label: '在办' },
  { value: 'ended', label: '已办结' },
];

const same = (value: string) => value;
const dueDay: ListFilter = { kind: 'mark', name: 'dueDay', label: '到期日', text: same };
const nodeName: ListFilter = { kind: 'mark', name: 'nodeName', label: '当前环节', text: same };
/** What a list can be narrowed by beside the rest: mine to do by its node, my own by whether they still run. */
const further: Record<'todo' | 'own', readonly ListFilter[]> = {
  todo: [dueDay, nodeName],
  own: [{ kind: 'select', name: 'phase', label: '办理进度', options: phaseOptions }, dueDay],
};

/** The filters that all lists of work orders share; `dayLabel` says which day the span means in this list. */
export function useOrderFilters(dayLabel: string, list: 'todo' | 'own'): readonly ListFilter[] {
  const items = useQuery({
    ...queryOf(catalogue.itemPage, { query: { size: 200 } }),
    staleTime: 5 * 60_000,
  });
  const rows = items.data?.rows;
  const loading = items.isPending;
  return useMemo(
    () => [
      { kind: 'text', name: 'keyword', label: '关键词', placeholder: '流水号、标题、申请人或证件号码' },
      {
        kind: 'select',
        name: 'taskCode',
        label: '事项',
        loading,
        options: (rows ?? []).map(({ taskCode, name }) => ({ value: taskCode, label: name })),
      },
      { kind: 'daySpan', name: 'days', label: dayLabel, from: 'startDate', to: 'endDate' },
      { kind: 'select', name: 'status', label: '办理状态', options: statusOptions },
      areaFilter('areaCode', '所属区划'),
      { kind: 'select', name: 'due', label: '时限', options: dueOptions },
      ...further[list],
    ],
    [rows, loading, dayLabel, list],
  );
}
