import { isLocalDate } from '#domain/calendar/local-date.ts';
import { inputText } from '../../../texts/input-texts.ts';
import { date } from '../date/date.ts';
import type { FieldKind } from '../kind.ts';

/** Two days in their order, each `YYYY-MM-DD` as typed; empty if neither is given. */
export type DateRange = readonly [] | readonly [from: string, to: string];

/** The first and the last day of a span; a span of one day has it twice. */
export const dateRange: FieldKind<DateRange> = {
  ...date,
  component: 'date-range',
  empty: [],
  usableInCondition: false,
  normalise(raw) {
    if (raw === null) return [];
    if (!Array.isArray(raw) || !raw.every((day) => typeof day === 'string')) return undefined;
    if (raw.length === 0) return [];
    if (raw.length !== 2) return undefined;
    const [from, to] = raw.map((day) => day.trim()) as [string, string];
    return from === '' && to === '' ? [] : [from, to];
  },
  isEmpty: (value) => value.length === 0,
  validate(value) {
    const [from, to] = value;
    if (from === undefined || to === undefined) return [];
    if (from === '' || to === '') return [from === '' ? '请填写开始日期' : '请填写结束日期'];
    if (!isLocalDate(from) || !isLocalDate(to)) return [inputText.noDate];
    return from > to ? ['结束日期不能早于开始日期'] : [];
  },
  text: ([from = '', to = '']) => [from, to].filter((day) => day !== '').join(' 至 '),
};
