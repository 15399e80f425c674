import type { Figure } from '#contract/dashboard.ts';
import { daysBetween } from '#domain/calendar/local-date.ts';
import { type DaySpan, isBeginningOfMonth } from '#domain/figures/compared-spans.ts';

/** Texts of figures and comparisons, so that none depends on a colour or an arrow. */

/** Returns 上月同期 for days from the first of one month, 上期 for any other span. */
export function previousPeriodText(span: DaySpan): string {
  return isBeginningOfMonth(span) ? '上月同期' : '上期';
}

const signedText = (value: number, digits = 0): string => {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return '';
  return `${value > 0 ? '+' : '−'}${text}`;
};

/** Returns a change such as `+38（+16.5%）` or `持平`; without a percentage if the earlier figure is zero. */
export function countChangeText(current: number, earlier: number): string {
  const change = signedText(current - earlier);
  if (change === '') return '持平';
  const percentage = earlier === 0 ? '' : signedText(((current - earlier) / earlier) * 100, 1);
  return percentage === '' ? change : `${change}（${percentage}%）`;
}

/** Returns a part in per cent of the whole; undefined if the whole is zero. */
function percentOf(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : (part / whole) * 100;
}

/** Returns a change such as `+1.1 个百分点` or `持平`; `无数据` if either figure is missing. */
export function valueChangeText(
  current: number | undefined,
  earlier: number | undefined,
  unit: string,
): string {
  if (current === undefined || earlier === undefined) return '无数据';
  const change = signedText(Number(current.toFixed(1)) - Number(earlier.toFixed(1)), 1);
  return change === '' ? '持平' : `${change} ${unit}`;
}

export function onTimeRate({ onTime, late }: { onTime: number; late: number }): number | undefined {
  return percentOf(onTime, onTime + late);
}

/** Returns the average number of working days of an order. */
export function averageDays(figures: { workedDays: number; concluded: number }): number | undefined {
  return figures.concluded === 0 ? undefined : figures.workedDays / figures.concluded;
}

export function oneDecimalText(value: number | undefined): string {
  return value === undefined ? '—' : value.toFixed(1);
}

/**
 * Returns a text such as `最长 9 天`, in calendar days like the light of a row; empty without an overdue order.
 */
export function longestOverdueText(oldestDueOn: string | null, today: string): string {
  return oldestDueOn === null ? '' : `最长 ${daysBetween(oldestDueOn, today)} 天`;
}

/** Returns a text whose lines do not break between a number, its unit and the text for the longest delay. */
export function withoutBreaksInFigures(text: string): string {
  return text.replace(/(\d|最长) (?=[\d\p{Script=Han}])/gu, '$1\u00a0');
}

export const weekdayNames = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const;

/** The state of a navigation to a figure's list, which then leads back to 数据看板. */
export const fromDashboard = { crumb: { title: '数据看板', url: '/dashboard' } };

/** Returns the address of a figure's list: orders by step are listed in the combined query. */
export function listUrl({ list, inQuery }: Pick<Figure, 'list' | 'inQuery'>): string {
  return `${inQuery ? '/query/all' : '/dashboard/orders'}?${list}`;
}
