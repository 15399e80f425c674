import { expect, it } from 'vitest';
import { isTimeOfDay, readTypedTime } from './time-of-day.ts';

it.each(['00:00', '09:30', '23:59'])('%s is a time', (text) => expect(isTimeOfDay(text)).toBe(true));
it.each(['24:00', '9:30', '09:60', '0930', '09:30:00', ''])('%j is no time', (text) =>
  expect(isTimeOfDay(text)).toBe(false),
);

it.each([
  ['9:30', '09:30'],
  ['９：３０', '09:30'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['1745', '17:45'],
  ['9', '09:00'],
  ['9点', '09:00'],
  ['9点半', '09:30'],
  ['9时5分', '09:05'],
  ['9:5', '09:05'],
  ['下午 3点', '15:00'],
  ['下午12:10', '12:10'],
  ['上午9.30', '09:30'],
])('typed %s means %s', (text, time) => expect(readTypedTime(text)).toBe(time));
it.each(['', '25:00', '9:75', '明天', '93012', '下午', '半', '下午25点'])('typed %j means no time', (text) =>
  expect(readTypedTime(text)).toBeUndefined(),
);
