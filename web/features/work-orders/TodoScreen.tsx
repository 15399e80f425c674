import { BellOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type TodoRow, workOrders } from '#contract/work-orders.ts';
import { useLiveEvent } from '#web/api/use-live-event.ts';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListColumn, listQueryOf } from '#web/toolkit/list/list-types.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { codeColumn, dueColumn, orderColumn } from './order-columns.tsx';
import { useOrderFilters } from './order-filters.ts';
import { useApproach } from './order-queries.ts';

const columns: readonly ListColumn<TodoRow>[] = [
  codeColumn<TodoRow>((row) => detailUrl(row.code, { traceId: row.traceId })),
  orderColumn.title,
  orderColumn.item,
  orderColumn.applicant,
  orderColumn.status,
  { key: 'node', title: '当前环节', width: 88, render: (row) => row.nodeName },
  {
    key: 'arrived',
    title: '到达时间',
    width: 138,
    sort: 'arrivedAt',
    render: (row) => <DateTime value={row.arrivedAt} />,
  },
  dueColumn('dueAt'),
  orderColumn.area,
  orderColumn.org,
  orderColumn.initiator,
];

/** 待办: what waits for me, the newest first; what colleagues do to it shows without a reload. */
export function TodoScreen() {
  const filters = useOrderFilters('到达日期');
  const approach = useApproach();
  const navigate = useNavigate();
  return (
    <ListPage<TodoRow>
      name="todo"
      title="待办"
      source={(query) => listQueryOf(workOrders.todoPage, query)}
      rowKey={(row) => row.traceId}
      filters={filters}
      columns={columns}
      rowActions={(row) => [
        {
          key: 'handle',
          label: '办理',
          onRun: () => void navigate(detailUrl(row.code, { traceId: row.traceId, focus: 'opinion' })),
        },
      ]}
      tools={({ query }) => <NewTodoNotice page={query.page} />}
      onApproach={approach}
      empty={{ title: '暂无待办', hint: '有新的办件到达您的环节时，会自动显示在这里。' }}
    />
  );
}

/** On a further page a new arrival cannot be seen, so a small word says that it is there. */
function NewTodoNotice({ page }: { page: number }) {
  const [arrived, setArrived] = useState(false);
  useLiveEvent('inbox', () => setArrived(true));
  useEffect(() => {
    if (page === 1) setArrived(false);
  }, [page]);
  return (
    <span role="status">
      {arrived && page > 1 && (
        <>
          <BellOutlined aria-hidden="true" /> 有新的待办，请查看第一页
        </>
      )}
    </span>
  );
}
