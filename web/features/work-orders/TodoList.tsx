import { BellOutlined } from '@ant-design/icons';
import { type ComponentType, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type TodoRow, workOrders } from '#contract/work-orders.ts';
import { requestLabel } from '#domain/enumerations/handler-operation.ts';
import { todoColumns } from '#domain/lists/order-columns.ts';
import { useLiveEvent } from '#web/api/use-live-event.ts';
import { columnsOf } from '#web/toolkit/list/declared-columns.tsx';
import type { ListCard } from '#web/toolkit/list/ListCards.tsx';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListTools, listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { toneOfStatus } from '#web/toolkit/status/status-tone.ts';
import { useOrderFilters } from './order-filters.ts';
import { usePrefetchOrder } from './order-queries.ts';
import { orderCard, SelectedOrdersPrint, UrgedTag } from './order-rows.tsx';
import { useTodoTabs } from './todo-tabs.ts';

const byDue = { sort: 'dueAt', order: 'asc' } as const;

const columns = columnsOf<TodoRow, typeof todoColumns>(todoColumns, {
  code: { link: urlOf },
  title: { render: (row) => <TitleWithTags row={row} />, hint: (row) => row.title },
  due: { render: (row) => <NodeDue row={row} withDate /> },
});

/** Shows the limit of the task, with a label if it is the limit of the whole order. */
function NodeDue(props: { row: TodoRow; withDate?: boolean }) {
  const { due, dueOf } = props.row;
  return <DueLight due={due} owner={dueOf === 'order' ? '全程' : undefined} showsDate={props.withDate} />;
}

function urlOf(row: TodoRow): string {
  return detailUrl(row.code, { traceId: row.traceId });
}

/**
 * Shows the title, with tags before it for a returned, recalled or urged order, for a request of another
 * handler and for a task of another person.
 */
function TitleWithTags({ row }: { row: TodoRow }) {
  return (
    <>
      {row.returned && <StatusTag tone="returned" label="退回" />}
      {row.recalled && <StatusTag tone="returned" label="撤回" />} <RequestTag row={row} />{' '}
      <UrgedTag row={row} /> {row.standsFor && <StatusTag tone="progress" label={`代 ${row.standsFor}`} />}{' '}
      {row.title}
    </>
  );
}

/** Shows that another handler asked for the task, so that it is not read as a step of the person's own. */
function RequestTag({ row: { askedFor } }: { row: TodoRow }) {
  return askedFor && <StatusTag tone="progress" label={requestLabel[askedFor]} />;
}

function cardOf(row: TodoRow): ListCard {
  return {
    ...orderCard(row, urlOf(row)),
    // Shows the node of the task; the status of the order may be that of an earlier node.
    tag: <StatusTag label={row.nodeName} tone={toneOfStatus(row.status)} />,
    title: (
      <>
        <RequestTag row={row} /> <UrgedTag row={row} /> {row.standsFor && `（代 ${row.standsFor}）`}
        {row.title}
      </>
    ),
    light: <NodeDue row={row} />,
  };
}

/** Actions on the selected rows; another capability provides them. */
export type TodoTools = ComponentType<ListTools<TodoRow>>;

/**
 * Shows 待办: the tasks that wait for the user, the earliest limit first; actions of colleagues show without a
 * reload.
 */
export function TodoList({ Tools }: { Tools?: TodoTools }) {
  const filters = useOrderFilters('到达日期', 'todo');
  const tabs = useTodoTabs();
  const prefetchOrder = usePrefetchOrder();
  const navigate = useNavigate();
  return (
    <ListPage<TodoRow>
      name="todo"
      exportName="todo"
      SelectedRowsPrint={SelectedOrdersPrint}
      title="待办"
      source={(query) => listQueryOf(workOrders.todoPage, query)}
      rowKey={(row) => row.traceId}
      filters={filters}
      columns={columns}
      tabs={tabs}
      defaultSorting={byDue}
      card={cardOf}
      rowActions={(row) => [
        {
          key: 'handle',
          label: '办理',
          onRun: () => void navigate(detailUrl(row.code, { traceId: row.traceId, focus: 'opinion' })),
        },
      ]}
      selectable={Tools !== undefined}
      tools={(list) => <NewTodoNotice page={list.query.page} />}
      {...(Tools && { selectionTools: (list) => <Tools {...list} /> })}
      onRowHover={prefetchOrder}
      empty={{ title: '暂无待办', hint: '有新的办件到达您的环节时，会自动显示在这里。' }}
    />
  );
}

/** Shows a short notice of new arrivals on a further page, where they are not visible. */
function NewTodoNotice({ page }: { page: number }) {
  const [hasArrived, setHasArrived] = useState(false);
  useLiveEvent('inbox', () => setHasArrived(true));
  useEffect(() => {
    if (page === 1) setHasArrived(false);
  }, [page]);
  return (
    <span role="status">
      {hasArrived && page > 1 && (
        <>
          <BellOutlined aria-hidden="true" /> 有新的待办，请查看第一页
        </>
      )}
    </span>
  );
}
