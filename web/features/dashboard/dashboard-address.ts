import { addDays, isLocalDate, type LocalDate, weekdayOf } from '#domain/calendar/local-date.ts';
import type { DaySpan } from '#domain/figures/compared-spans.ts';

/** The selection of the dashboard, as in its address. */
export interface DashboardFilterValues {
  startDate?: string;
  endDate?: string;
  areaCode?: string;
  orgCode?: string;
  taskCode?: string;
}

const names = ['startDate', 'endDate', 'areaCode', 'orgCode', 'taskCode'] as const;

export function readDashboardFilters(search: URLSearchParams): DashboardFilterValues {
  const filters: DashboardFilterValues = {};
  for (const name of names) {
    const value = search.get(name);
    const isDay = name === 'startDate' || name === 'endDate';
    if (value && (!isDay || isLocalDate(value))) filters[name] = value;
  }
  return filters;
}

/** Returns the address of a selection; undefined values are left out. */
export function writeDashboardFilters(filters: DashboardFilterValues): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of names) {
    const value = filters[name];
    if (value !== undefined) search.set(name, value);
  }
  return search;
}

export const quickSpans = ['今天', '本周', '本月', '本年'] as const;
export type QuickSpan = (typeof quickSpans)[number];

/** Returns a span from Monday, or from the first day of the month or the year, up to today. */
export function quickSpan(name: QuickSpan, today: LocalDate): DaySpan {
  const from = {
    今天: today,
    本周: addDays(today, -((weekdayOf(today) + 6) % 7)),
    本月: `${today.slice(0, 8)}01`,
    本年: `${today.slice(0, 5)}01-01`,
  };
  return { from: from[name], to: today };
}

/** Returns the name of a span, if it has one. This month is checked first, since it is the default. */
export function nameOfSpan({ from, to }: DaySpan, today: LocalDate): QuickSpan | undefined {
  const spanNames: readonly QuickSpan[] = ['本月', '今天', '本周', '本年'];
  return spanNames.find((name) => {
    const quick = quickSpan(name, today);
    return quick.from === from && quick.to === to;
  });
}
