import { useMemo } from 'react';
import { type DoneRow, workOrders } from '#contract/work-orders.ts';
import { doneColumns } from '#domain/lists/order-columns.ts';
import { columnsOf } from '#web/toolkit/list/declared-columns.tsx';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { useCategoryFilter } from './category-filter.ts';
import { withOffice } from './office-filters.ts';
import { useOrderFilters } from './order-filters.ts';
import { usePrefetchOrder } from './order-queries.ts';
import { orderCard, orderCells, SelectedOrdersPrint } from './order-rows.tsx';

const columns = columnsOf<DoneRow, typeof doneColumns>(doneColumns, {
  ...orderCells,
  code: { link: urlOf },
  title: {
    render: (row) => (row.doneBy ? `（${row.doneBy} 代办）${row.title}` : row.title),
    hint: (row) => row.title,
  },
});

function urlOf(row: DoneRow): string {
  return detailUrl(row.code, { traceId: row.traceId, isDone: true });
}

/** Shows 已办: the orders that the user handled, the latest first, with their current state. */
export function DoneScreen() {
  const sharedFilters = useCategoryFilter(useOrderFilters('办理日期', 'withPhase'));
  const filters = useMemo(() => withOffice(sharedFilters), [sharedFilters]);
  const prefetchOrder = usePrefetchOrder();
  return (
    <ListPage<DoneRow>
      name="done"
      exportName="done"
      SelectedRowsPrint={SelectedOrdersPrint}
      selectable
      title="已办"
      source={(query) => listQueryOf(workOrders.donePage, query)}
      rowKey={(row) => row.traceId}
      filters={filters}
      columns={columns}
      card={(row) => orderCard(row, urlOf(row))}
      onRowHover={prefetchOrder}
      empty={{ title: '暂无已办', hint: '您办理过的办件会显示在这里。' }}
    />
  );
}
