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

/** The query for the number of tasks under each tab; the menu uses the same. */
const todoCountsQuery = queryOf(workOrders.todoCounts, {});

export function useTodoTabs(): readonly ListTab[] {
  const counts = useQuery(todoCountsQuery);
  return todoTabs.map((name) => ({
    name,
    label: todoTabLabel[name],
    count: counts.isSuccess ? cappedCountText(counts.data[name]) : undefined,
    tone: toneOfTab[name],
  }));
}
