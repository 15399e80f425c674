import { expect, test } from 'vitest';
import { DayUnit } from '../enumerations/day-unit.ts';
import { dueLight, lastWarnedDay } from './due-light.ts';
import { holidayTableOf } from './holiday-table.ts';
import { addDays, endOfDay, startOfDay } from './local-date.ts';

const holidays = holidayTableOf([
  { date: '2026-10-01', kind: 'holiday', name: '国庆节' },
  { date: '2026-10-10', kind: 'workday', name: '国庆节' },
]);
const at = (text: string) => new Date(`${text}+08:00`);

test.each([
  // due, now, light, text
  ['2026-11-20T23:59:59', '2026-11-20T09:00:00', 'yellow', '今日到期'],
  ['2026-11-24T23:59:59', '2026-11-20T09:00:00', 'yellow', '余 2 个工作日'],
  ['2026-11-27T23:59:59', '2026-11-20T09:00:00', 'green', '余 5 个工作日'],
  ['2026-11-18T23:59:59', '2026-11-20T00:00:01', 'red', '超期 2 天'],
  // a holiday does not count, a make-up Saturday does
  ['2026-10-02T23:59:59', '2026-09-30T09:00:00', 'yellow', '余 1 个工作日'],
  ['2026-10-10T23:59:59', '2026-10-09T09:00:00', 'yellow', '余 1 个工作日'],
])('the light of due date %s at %s is %s: %s', (due, now, light, text) => {
  expect(dueLight(at(due), holidays, at(now))).toEqual({ light, text });
});

test('the last warned day of a list is the last day with a yellow light, following days off included', () => {
  for (let today = '2026-09-20'; today < '2026-10-20'; today = addDays(today, 1)) {
    const last = lastWarnedDay(today, holidays);
    const lightOf = (day: string) => dueLight(endOfDay(day), holidays, startOfDay(today)).light;
    expect([lightOf(today), lightOf(last), lightOf(addDays(last, 1))]).toEqual(['yellow', 'yellow', 'green']);
  }
});

test('consecutive years of holidays are read less than twice per day', () => {
  const days = Array.from({ length: 11_000 }, (_, index) => addDays('2026-11-21', index));
  const holidaysOnly = holidayTableOf(days.map((date) => ({ date, kind: 'holiday', name: '停' })));
  let lookups = 0;
  const countingTable = new Proxy(holidaysOnly.days, {
    get(table, day) {
      lookups += 1;
      return Reflect.get(table, day);
    },
  });
  expect(lastWarnedDay('2026-11-20', { ...holidaysOnly, days: countingTable })).toBe('2057-01-04');
  expect(lookups).toBeLessThan(2 * days.length);
});

test.each([
  ['2026-11-27T23:59:59', 'green', '余 5 个工作日'],
  ['2026-11-25T23:59:59', 'yellow', '余 3 个工作日'],
  ['2026-11-23T23:59:59', 'red', '余 1 个工作日'],
  ['2026-11-18T23:59:59', 'red', '超期 2 天'],
])('the light of due date %s is %s by the lights of an item', (due, light, text) => {
  const lights = {
    yellow: { days: 4, unit: DayUnit.workingDays },
    red: { days: 1, unit: DayUnit.workingDays },
  };
  expect(dueLight(at(due), holidays, at('2026-11-20T09:00:00'), lights)).toEqual({ light, text });
});
