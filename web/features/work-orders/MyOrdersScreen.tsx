import { useCallback } from 'react';
import { type MyOrderRow, workOrders } from '#contract/work-orders.ts';
import { type MyTab, myTabLabel, myTabs } from '#domain/lists/my-tabs.ts';
import { myColumns } from '#domain/lists/order-columns.ts';
import { columnsOf } from '#web/toolkit/list/declared-columns.tsx';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import type { ListTab } from '#web/toolkit/list/ListTabs.tsx';
import { listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { useCategoryFilter } from './category-filter.ts';
import { useOrderFilters } from './order-filters.ts';
import { usePrefetchOrder } from './order-queries.ts';
import { orderCard, orderCells, SelectedOrdersPrint } from './order-rows.tsx';
import { useStartLink } from './use-start-link.tsx';

const columns = columnsOf<MyOrderRow, typeof myColumns>(myColumns, { ...orderCells, code: { link: urlOf } });

const emptyOf: Record<MyTab, ListTab['empty']> = {
  initiated: { title: '暂无我发起的办件', hint: '您发起的办件会显示在这里。' },
  waiting: { title: '暂无待办', hint: '有新的办件到达您的环节时，会自动显示在这里。' },
  done: { title: '暂无已办', hint: '您办理过的办件会显示在这里。' },
  copied: { title: '暂无抄送', hint: '同事抄送给您的办件会显示在这里，未读的在前。' },
};
const tabs = myTabs.map((name) => ({ name, label: myTabLabel[name], count: null, empty: emptyOf[name] }));

/** Returns the address of an order by the person's kind of participation: a copy is not a task. */
function urlOf({ code, traceId, ...participation }: MyOrderRow): string {
  if (participation.isInitiated === '1') return detailUrl(code, { isInitiated: true });
  if (participation.traceType === '1') return detailUrl(code);
  return detailUrl(code, { traceId, isDone: participation.isDone === '1' });
}

/**
 * Shows 我的申请: every order in which the user participates, with the kind of participation (S0 §7, S1 §2).
 */
export function MyOrdersScreen() {
  const filters = useCategoryFilter(useOrderFilters('日期', 'withPhase'));
  const prefetchOrder = usePrefetchOrder();
  const startLink = useStartLink();
  const prefetchRow = useCallback(
    ({ code, traceId, isInitiated, traceType }: MyOrderRow) =>
      prefetchOrder({ code, ...(isInitiated === '0' && traceType === '0' && { traceId }) }),
    [prefetchOrder],
  );
  return (
    <ListPage<MyOrderRow>
      name="mine"
      exportName="mine"
      SelectedRowsPrint={SelectedOrdersPrint}
      selectable
      title="我的申请"
      source={(query) => listQueryOf(workOrders.myWorkOrderPage, query)}
      rowKey={(row) => `${row.id}.${row.traceId}`}
      filters={filters}
      columns={columns}
      tabs={tabs}
      card={(row) => orderCard(row, urlOf(row))}
      onRowHover={prefetchRow}
      empty={{ title: '暂无办件', action: startLink }}
    />
  );
}
