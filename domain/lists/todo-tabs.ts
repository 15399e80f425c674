/**
 * The tabs of the to-do list, in their order: all tasks, overdue, due today, due within three working days,
 * returned, arrived today. A new tab needs an entry here and its condition on the server.
 */
export const todoTabs = ['all', 'overdue', 'today', 'soon', 'returned', 'arrived'] as const;
export type TodoTab = (typeof todoTabs)[number];

export const todoTabLabel: Record<TodoTab, string> = {
  all: '全部',
  overdue: '超期',
  today: '今日到期',
  soon: '将到期',
  returned: '退回',
  arrived: '今日新到',
};

/** Limit of the counts on tabs; from here on they read `999+`. */
export const todoCountCap = 1_000;

/** Returns a count as text for a tab, a menu or a figure. */
export function cappedCountText(count: number): string {
  return count >= todoCountCap ? `${todoCountCap - 1}+` : String(count);
}
