import type { Figure } from '#contract/dashboard.ts';
import { daysBetween } from '#domain/calendar/local-date.ts';
import { type DaySpan, isBeginningOfMonth } from '#domain/figures/compared-spans.ts';

/** Figures and their comparisons in words, so that none rests on a colour or an arrow. */

/** 上月同期 for days of one month from its first, 上期 for any other span. */
export function beforeWord(span: DaySpan): string {
  return isBeginningOfMonth(span) ? '上月同期' : '上期';
}

const signed = (value: number, digits = 0): string => {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return '';
  return `${value > 0 ? '+' : '−'}${text}`;
};

/** `+38（+16.5%）`, `持平`; without a share where there was nothing to compare with. */
export function changeOf(now: number, then: number): string {
  const change = signed(now - then);
  if (change === '') return '持平';
  const share = then === 0 ? '' : signed(((now - then) / then) * 100, 1);
  return share === '' ? change : `${change}（${share}%）`;
}

/** A share in per cent with one digit; undefined of nothing. */
function percentOf(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : (part / whole) * 100;
}

/** Returns a change such as `+1.1 个百分点`; without a figure now or then there is no comparison. */
export function changeBy(now: number | undefined, then: number | undefined, unit: string): string {
  if (now === undefined || then === undefined) return '无数据';
  const change = signed(Number(now.toFixed(1)) - Number(then.toFixed(1)), 1);
  return change === '' ? '持平' : `${change} ${unit}`;
}

export function onTimeRate({ onTime, late }: { onTime: number; late: number }): number | undefined {
  return percentOf(onTime, onTime + late);
}

/** Working days that an order took on average. */
export function averageDays(figures: { workedDays: number; concluded: number }): number | undefined {
  return figures.concluded === 0 ? undefined : figures.workedDays / figures.concluded;
}

export function oneDigit(value: number | undefined): string {
  return value === undefined ? '—' : value.toFixed(1);
}

/** `最长 9 天`, by days of the calendar as the light of a row counts them; nothing without an overdue order. */
export function longestOverdue(oldestDueOn: string | null, today: string): string {
  return oldestDueOn === null ? '' : `最长 ${daysBetween(oldestDueOn, today)} 天`;
}

export const weekdayNames = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const;

/** Returns where the list of a figure stands: orders by their step stand in the combined query. */
export function listUrl({ list, inQuery }: Pick<Figure, 'list' | 'inQuery'>): string {
  return `${inQuery ? '/query/all' : '/dashboard/orders'}?${list}`;
}
