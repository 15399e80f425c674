import { useQuery } from '@tanstack/react-query';
import { workOrders } from '#contract/work-orders.ts';
import { cappedCountText, type TodoTab, todoTabLabel, todoTabs } from '#domain/lists/todo-tabs.ts';
import { queryOf } from '#web/api/query-of.ts';
import type { ListTab } from '#web/toolkit/list/ListTabs.tsx';

const toneOfTab: Partial<Record<TodoTab, ListTab['tone']>> = {
  overdue: 'error',
  today: 'warning',
  soon: 'warning',
};

const hintOfTab = '其他待办在“全部”页签中。';

/** Texts for an empty tab; 全部 shows the text of the list. */
const emptyOfTab: Partial<Record<TodoTab, ListTab['empty']>> = {
  overdue: { title: '没有超期的待办', hint: hintOfTab },
  today: { title: '没有今日到期的待办', hint: hintOfTab },
  soon: { title: '没有将到期的待办', hint: hintOfTab },
  returned: { title: '没有退回的待办', hint: hintOfTab },
  arrived: { title: '今日没有新到的待办', hint: hintOfTab },
};

/** The query for the number of tasks under each tab; the menu uses the same. */
const todoCountsQuery = queryOf(workOrders.todoCounts, {});

export function useTodoTabs(): readonly ListTab[] {
  const counts = useQuery(todoCountsQuery);
  return todoTabs.map((name) => ({
    name,
    label: todoTabLabel[name],
    count: counts.isSuccess ? cappedCountText(counts.data[name]) : undefined,
    tone: toneOfTab[name],
    ...(emptyOfTab[name] && { empty: emptyOfTab[name] }),
  }));
}
