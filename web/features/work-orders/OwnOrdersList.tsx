import { Link } from 'react-router';
import { type WorkOrderRow, workOrders } from '#contract/work-orders.ts';
import { ownColumns } from '#domain/lists/order-columns.ts';
import { columnsOf } from '#web/toolkit/list/declared-columns.tsx';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListQuery, listQueryOf } from '#web/toolkit/list/list-types.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { useCategoryFilter } from './category-filter.ts';
import { useOrderFilters } from './order-filters.ts';
import { useApproach } from './order-queries.ts';
import { ChosenPrint, orderCard, orderCells } from './order-rows.tsx';

const columns = columnsOf<WorkOrderRow, typeof ownColumns>(ownColumns, {
  ...orderCells,
  code: { link: urlOf },
});

function urlOf(row: WorkOrderRow): string {
  return detailUrl(row.code, { isInitiated: true });
}

const initiated = (query: ListQuery) => listQueryOf(workOrders.initiatedPage, query);
/** The call of the specification lists every part that a person takes; this list is about one of them. */
const mine = (query: ListQuery) =>
  listQueryOf(workOrders.myWorkOrderPage, { ...query, filters: { ...query.filters, isInitiated: '1' } });

/** What I set going, the newest first: the two lists differ in whose it is, not in how it looks. */
export function OwnOrdersList(props: { kind: 'initiated' | 'mine'; title: string }) {
  const { kind, title } = props;
  const filters = useCategoryFilter(useOrderFilters('发起日期', 'own'));
  const approach = useApproach();
  return (
    <ListPage<WorkOrderRow>
      name={kind}
      exportedAs={kind}
      ChosenPrint={ChosenPrint}
      selectable
      title={title}
      source={kind === 'initiated' ? initiated : mine}
      rowKey={(row) => row.id}
      filters={filters}
      columns={columns}
      card={(row) => orderCard(row, urlOf(row))}
      onApproach={approach}
      empty={{
        title: '暂无办件',
        hint: '您发起的办件会显示在这里。',
        action: <Link to="/workflow-new">发起办件</Link>,
      }}
    />
  );
}
