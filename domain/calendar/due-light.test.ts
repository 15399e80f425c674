import { expect, test } from 'vitest';
import { dueLight } from './due-light.ts';
import { holidayTableOf } from './holiday-table.ts';

const holidays = holidayTableOf([
  { date: '2026-10-01', kind: 'holiday', name: '国庆节' },
  { date: '2026-10-10', kind: 'workday', name: '国庆节' },
]);
const at = (text: string) => new Date(`${text}+08:00`);

test.each([
  // due, now, light, words
  ['2026-11-20T23:59:59', '2026-11-20T09:00:00', 'yellow', '今日到期'],
  ['2026-11-24T23:59:59', '2026-11-20T09:00:00', 'yellow', '余 2 个工作日'],
  ['2026-11-27T23:59:59', '2026-11-20T09:00:00', 'green', '余 5 个工作日'],
  ['2026-11-18T23:59:59', '2026-11-20T00:00:01', 'red', '超期 2 天'],
  // a holiday does not count, a make-up Saturday does
  ['2026-10-02T23:59:59', '2026-09-30T09:00:00', 'yellow', '余 1 个工作日'],
  ['2026-10-10T23:59:59', '2026-10-09T09:00:00', 'yellow', '余 1 个工作日'],
])('due %s at %s is %s: %s', (due, now, light, text) => {
  expect(dueLight(at(due), holidays, at(now))).toEqual({ light, text });
});
