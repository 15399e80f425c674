import type { SubstituteRule } from '#contract/substitutes.ts';
import type { StatusTone } from '#web/toolkit/status/StatusTag.tsx';

export const stateLabel: Record<SubstituteRule['state'], { label: string; tone: StatusTone }> = {
  current: { label: '代理中', tone: 'success' },
  planned: { label: '未开始', tone: 'progress' },
  past: { label: '已结束', tone: 'neutral' },
};

/** Returns the days of a rule: `2026-03-02 至 2026-03-06`, or a single day. */
export function daysOf({ startsOn, endsOn }: SubstituteRule): string {
  return startsOn === endsOn ? startsOn : `${startsOn} 至 ${endsOn}`;
}

/** Returns the business items and the tasks that a rule covers. */
export function scopeOf({ items, takesOpen }: SubstituteRule): string {
  const itemsText = items.length === 0 ? '全部事项' : items.map(({ name }) => name).join('、');
  return `${itemsText}；${takesOpen ? '新待办和已有待办' : '只代新待办'}`;
}

/**
 * Returns a note on the person who set the rule for another, and on the person who ended it before its last
 * day.
 */
export function remarksOf({ absent, setByName, endedByName }: SubstituteRule): string {
  const setByText = setByName === absent.name ? '' : `由${setByName}设置`;
  const endedByText = endedByName === null ? '' : `由${endedByName}提前结束`;
  return [setByText, endedByText].filter(Boolean).join('，');
}
