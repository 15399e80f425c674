import { type InitiatedRow, workOrders } from '#contract/work-orders.ts';
import { initiatedColumns } from '#domain/lists/order-columns.ts';
import { columnsOf } from '#web/toolkit/list/declared-columns.tsx';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { useCategoryFilter } from './category-filter.ts';
import { useOrderFilters } from './order-filters.ts';
import { usePrefetchOrder } from './order-queries.ts';
import { orderCard, orderCells, SelectedOrdersPrint } from './order-rows.tsx';
import { useStartLink } from './use-start-link.tsx';

const columns = columnsOf<InitiatedRow, typeof initiatedColumns>(initiatedColumns, {
  ...orderCells,
  code: { link: urlOf },
});

function urlOf(row: InitiatedRow): string {
  return detailUrl(row.code, { isInitiated: true });
}

/** Shows 我发起的: the orders that the user started, the newest first. */
export function InitiatedScreen() {
  const filters = useCategoryFilter(useOrderFilters('发起日期', 'withPhase'));
  const prefetchOrder = usePrefetchOrder();
  const startLink = useStartLink();
  return (
    <ListPage<InitiatedRow>
      name="initiated"
      exportName="initiated"
      SelectedRowsPrint={SelectedOrdersPrint}
      selectable
      title="我发起的"
      source={(query) => listQueryOf(workOrders.initiatedPage, query)}
      rowKey={(row) => row.id}
      filters={filters}
      columns={columns}
      card={(row) => orderCard(row, urlOf(row))}
      onRowHover={prefetchOrder}
      empty={{
        title: '暂无办件',
        hint: '您发起的办件会显示在这里。',
        action: startLink,
      }}
    />
  );
}
