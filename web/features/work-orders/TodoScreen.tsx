import { BellOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type TodoRow, workOrders } from '#contract/work-orders.ts';
import { useLiveEvent } from '#web/api/use-live-event.ts';
import type { ListCard } from '#web/toolkit/list/ListCards.tsx';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListColumn, listQueryOf } from '#web/toolkit/list/list-types.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { codeColumn, orderCard, orderColumn } from './order-columns.tsx';
import { useOrderFilters } from './order-filters.ts';
import { useApproach } from './order-queries.ts';
import { useTodoTabs } from './todo-tabs.ts';

const byDue = { sort: 'dueAt', order: 'asc' } as const;

const columns: readonly ListColumn<TodoRow>[] = [
  codeColumn<TodoRow>((row) => detailUrl(row.code, { traceId: row.traceId })),
  { ...orderColumn.title, render: (row) => <MarkedTitle row={row} />, hint: (row) => row.title },
  { ...orderColumn.item, hiddenAtFirst: true },
  { ...orderColumn.applicant, hiddenUnder: 1400 },
  { ...orderColumn.status, hiddenAtFirst: true },
  { key: 'node', title: '当前环节', width: 92, render: (row) => row.nodeName },
  {
    key: 'arrived',
    title: '到达时间',
    width: 148,
    sort: 'arrivedAt',
    hiddenUnder: 1280,
    render: (row) => <DateTime value={row.arrivedAt} />,
  },
  {
    key: 'due',
    title: '环节时限',
    width: 190,
    sort: 'dueAt',
    render: (row) => <DueLight due={row.due} of={row.dueOf === 'order' ? '全程' : undefined} dated />,
    hint: (row) => row.due.text,
  },
  { key: 'whole', title: '全程时限', width: 192, render: (row) => <DueLight due={row.wholeDue} /> },
  orderColumn.area,
  orderColumn.org,
  orderColumn.initiator,
];

/** What came back says so before its title. */
function MarkedTitle({ row }: { row: TodoRow }) {
  return (
    <>
      {row.returned && <StatusTag tone="warning" label="退回" />} {row.title}
    </>
  );
}

function cardOf(row: TodoRow): ListCard {
  return {
    ...orderCard(row, detailUrl(row.code, { traceId: row.traceId })),
    light: <DueLight due={row.due} of={row.dueOf === 'order' ? '全程' : undefined} />,
  };
}

/** 待办: what waits for me, first what is due first; what colleagues do to it shows without a reload. */
export function TodoScreen() {
  const filters = useOrderFilters('到达日期', 'todo');
  const tabs = useTodoTabs();
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
      tabs={tabs}
      sortedBy={byDue}
      card={cardOf}
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
