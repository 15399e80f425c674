import { type DoneRow, workOrders } from '#contract/work-orders.ts';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListColumn, listQueryOf } from '#web/toolkit/list/list-types.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { codeColumn, dueColumn, orderCard, orderColumn } from './order-columns.tsx';
import { useOrderFilters } from './order-filters.ts';
import { useApproach } from './order-queries.ts';

const columns: readonly ListColumn<DoneRow>[] = [
  codeColumn<DoneRow>((row) => detailUrl(row.code, { traceId: row.traceId, isDone: true })),
  orderColumn.title,
  orderColumn.item,
  { ...orderColumn.applicant, hiddenUnder: 1400 },
  orderColumn.status,
  { key: 'node', title: '办理环节', width: 88, render: (row) => row.nodeName },
  {
    key: 'handled',
    title: '办理时间',
    width: 138,
    sort: 'handledAt',
    render: (row) => <DateTime value={row.handledAt} />,
  },
  dueColumn(),
  orderColumn.area,
  orderColumn.org,
  orderColumn.initiator,
];

/** 已办: what I handled, the latest first, with where it stands now. */
export function DoneScreen() {
  const filters = useOrderFilters('办理日期', 'own');
  const approach = useApproach();
  return (
    <ListPage<DoneRow>
      name="done"
      title="已办"
      source={(query) => listQueryOf(workOrders.donePage, query)}
      rowKey={(row) => row.traceId}
      filters={filters}
      columns={columns}
      card={(row) => orderCard(row, detailUrl(row.code, { traceId: row.traceId, isDone: true }))}
      onApproach={approach}
      empty={{ title: '暂无已办', hint: '您办理过的办件会显示在这里。' }}
    />
  );
}
