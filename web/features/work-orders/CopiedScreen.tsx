import { useCallback, useMemo } from 'react';
import { type CopiedRow, copies } from '#contract/copies.ts';
import { copiedColumns } from '#domain/lists/order-columns.ts';
import { columnsOf } from '#web/toolkit/list/declared-columns.tsx';
import type { ListCard } from '#web/toolkit/list/ListCards.tsx';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListFilter, listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { withOffice } from './office-filters.ts';
import { useOrderFilters } from './order-filters.ts';
import { usePrefetchOrder } from './order-queries.ts';
import { orderCard, orderCells, SelectedOrdersPrint } from './order-rows.tsx';

const columns = columnsOf<CopiedRow, typeof copiedColumns>(copiedColumns, {
  ...orderCells,
  code: { link: urlOf },
  title: { render: (row) => <TitleWithReadState row={row} />, hint: (row) => row.note || row.title },
});

const readingFilter: ListFilter = {
  kind: 'select',
  name: 'unread',
  label: '阅读状态',
  options: [
    { value: 'true', label: '未读' },
    { value: 'false', label: '已读' },
  ],
};

function urlOf(row: CopiedRow): string {
  return detailUrl(row.code);
}

/** Shows the title, with a tag before it while the copy is unread. */
function TitleWithReadState({ row }: { row: CopiedRow }) {
  return (
    <>
      {row.readAt === null && <StatusTag tone="progress" label="未读" />} {row.title}
    </>
  );
}

function cardOf(row: CopiedRow): ListCard {
  const card = orderCard(row, urlOf(row));
  const second = `${row.code}　${row.byName}抄送`;
  return row.readAt === null
    ? { ...card, secondLine: second, tag: <StatusTag tone="progress" label="未读" /> }
    : { ...card, secondLine: second };
}

/** Shows 抄送我的: the copies that the user received, unread first; opening one marks it as read. */
export function CopiedScreen() {
  const sharedFilters = useOrderFilters('抄送日期', 'withPhase');
  const filters = useMemo(
    () => withOffice([...sharedFilters.slice(0, 2), readingFilter, ...sharedFilters.slice(2)]),
    [sharedFilters],
  );
  const prefetchOrder = usePrefetchOrder();
  // A copy is not a task: the order is opened, and so also prefetched, without a task.
  const prefetchRow = useCallback(({ code }: CopiedRow) => prefetchOrder({ code }), [prefetchOrder]);
  return (
    <ListPage<CopiedRow>
      name="copied"
      exportName="copied"
      SelectedRowsPrint={SelectedOrdersPrint}
      selectable
      title="抄送我的"
      source={(query) => listQueryOf(copies.page, query)}
      rowKey={(row) => row.traceId}
      filters={filters}
      columns={columns}
      card={cardOf}
      onRowHover={prefetchRow}
      empty={{ title: '暂无抄送', hint: '同事抄送给您的办件会显示在这里，未读的在前。' }}
    />
  );
}
