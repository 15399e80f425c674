import { isTimeOfDay } from '#domain/calendar/time-of-day.ts';
import { date } from '../date/date.ts';
import type { FieldKind } from '../kind.ts';

/** A time of the day, `HH:mm`; never an instant. */
export const time: FieldKind<string> = {
  ...date,
  component: 'time',
  validate: (value) => (value === '' || isTimeOfDay(value) ? [] : ['时间无法识别，请按“09:30”填写']),
};
