import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { dashboard } from '#contract/dashboard.ts';
import type { QueriedOrder } from '#contract/order-query.ts';
import { ServiceType, serviceTypeLabel } from '#domain/enumerations/service-type.ts';
import { hourText, punctualityLabel, weekdayNames } from '#domain/lists/figure-filter-texts.ts';
import { queryColumns } from '#domain/lists/query-columns.ts';
import { queryOf } from '#web/api/query-of.ts';
import { columnsOf } from '#web/toolkit/list/declared-columns.tsx';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListFilter, listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { useCategoryFilter } from './category-filter.ts';
import { useOrderFilters } from './order-filters.ts';
import { usePrefetchOrder } from './order-queries.ts';
import { overdueOrderCard, queriedCells, SelectedOrdersPrint, UrgedTag } from './order-rows.tsx';
import { UrgeManyButton } from './overdue/UrgeManyButton.tsx';
import { type UrgeDialogOfList, type UrgeManyDialogOfList, useUrging } from './overdue/use-urging.tsx';

const urlOf = (row: QueriedOrder) => detailUrl(row.code);
const columns = columnsOf<QueriedOrder, typeof queryColumns>(queryColumns, {
  ...queriedCells,
  code: { link: urlOf },
  title: { render: (row) => titleOf(row), hint: ({ title }) => title },
});

function titleOf(row: QueriedOrder) {
  return (
    <>
      <UrgedTag row={row} /> {row.title}
    </>
  );
}

const channels = Object.values(ServiceType).map((value) => ({ value, label: serviceTypeLabel[value] }));
const timelinessOptions = Object.entries(punctualityLabel).map(([value, label]) => ({ value, label }));

/** Returns the filters of all lists and those by which figures are counted. */
function useFigureFilters(): readonly ListFilter[] {
  const filters = useCategoryFilter(useOrderFilters('收件日期', 'withPhase'));
  const choices = useQuery({ ...queryOf(dashboard.choices, {}), staleTime: 5 * 60_000 });
  const { data } = choices;
  const loading = choices.isPending;
  return useMemo(() => {
    const orgs = (data?.orgs ?? []).map(({ id, name }) => ({ value: id, label: name }));
    const orgName = (id: string) => orgs.find(({ value }) => value === id)?.label ?? id;
    const areaName = (code: string) => data?.areas.find((area) => area.code === code)?.name ?? code;
    return [
      ...filters,
      { kind: 'daySpan', name: 'endedDays', label: '办结日期', from: 'endedFrom', to: 'endedTo' },
      { kind: 'select', name: 'kept', label: '按期', options: timelinessOptions },
      { kind: 'select', name: 'orgCode', label: '受理机构', options: orgs, loading },
      { kind: 'select', name: 'channel', label: '收件渠道', options: channels },
      { kind: 'fromLink', name: 'ofOrg', label: '受理机构（不含下级）', text: orgName },
      { kind: 'fromLink', name: 'ofArea', label: '区划（不含下级）', text: areaName },
      {
        kind: 'fromLink',
        name: 'weekday',
        label: '收件星期',
        text: (day) => weekdayNames[Number(day)] ?? day,
      },
      { kind: 'fromLink', name: 'hour', label: '收件时段', text: hourText },
    ];
  }, [filters, data, loading]);
}

/** Shows 办件明细: the orders behind the figures of the dashboard, as far as the reader may see them. */
export function FigureOrdersList({
  UrgeDialog,
  UrgeManyDialog,
}: {
  UrgeDialog: UrgeDialogOfList;
  UrgeManyDialog: UrgeManyDialogOfList;
}) {
  const filters = useFigureFilters();
  const prefetchOrder = usePrefetchOrder();
  const { actionsOf, dialog, mayUrge } = useUrging(dashboard.orders, UrgeDialog);
  return (
    <>
      <ListPage<QueriedOrder>
        name="dashboard-orders"
        exportName="dashboard-orders"
        SelectedRowsPrint={SelectedOrdersPrint}
        selectable
        title="办件明细"
        crumbs={[{ title: '数据看板', url: '/dashboard' }]}
        source={(query) => listQueryOf(dashboard.orders, query)}
        rowKey={(row) => row.id}
        filters={filters}
        columns={columns}
        rowActions={actionsOf}
        {...(mayUrge && {
          selectionTools: (list) => (
            <UrgeManyButton {...list} list={dashboard.orders} Dialog={UrgeManyDialog} />
          ),
        })}
        card={(row) => ({ ...overdueOrderCard(row, urlOf(row), actionsOf(row)), title: titleOf(row) })}
        onRowHover={prefetchOrder}
        empty={{
          title: '暂无办件',
          hint: '看板中各数字对应的办件会显示在这里。',
          action: <Link to="/dashboard">返回看板</Link>,
        }}
      />
      {dialog}
    </>
  );
}
