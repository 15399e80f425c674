import { describe, expect, test } from 'vitest';
import { readMappings } from '#test/vectors/read-vectors.ts';
import { holidayTableOf } from '../calendar/holiday-table.ts';
import { endOfDay, minuteText } from '../calendar/local-date.ts';
import { type OfficeTime, readOfficeHours } from '../calendar/office-hours.ts';
import { DayUnit } from '../enumerations/day-unit.ts';
import type { WarningLevel } from './settings.ts';
import { warningState, warningTime } from './warning-time.ts';

const holidays = holidayTableOf(
  readMappings(new URL('../calendar/vectors/holidays-2025-2026.txt', import.meta.url)).map(
    ({ input, output }) => {
      const [kind, name = ''] = output.split(' ');
      return { date: input, kind: kind === 'holiday' ? ('holiday' as const) : ('workday' as const), name };
    },
  ),
);
const hours = readOfficeHours('08:30-12:00,13:30-17:30');
if (!hours) throw new Error('The office hours of the test are wrong');
const office: OfficeTime = { hours, holidays };
const at = (text: string) => new Date(`${text}:00+08:00`);
const level = (when: WarningLevel['when'], amount: number, unit: WarningLevel['unit']): WarningLevel => ({
  of: 'step',
  when,
  amount,
  unit,
  whom: ['handler'],
  channels: [],
});
const limit = (amount: number, unit: DayUnit = DayUnit.workingDays) => ({ amount, unit });

describe('the time of a warning', () => {
  test.each([
    // A limit that ends on a make-up Saturday: the day before at opening, not at midnight.
    ['before', 1, 'day', '2026-02-14', 5, '2026-02-13 08:30'],
    ['before', 0, 'day', '2026-02-14', 5, '2026-02-14 08:30'],
    ['before', 4, 'hour', '2026-03-09', 5, '2026-03-09 13:30'],
    ['before', 5, 'hour', '2026-03-09', 5, '2026-03-09 11:00'],
    ['before', 9, 'hour', '2026-03-09', 5, '2026-03-06 16:00'],
    ['after', 1, 'day', '2026-03-06', 5, '2026-03-09 08:30'],
    ['after', 2, 'hour', '2026-03-06', 5, '2026-03-09 10:30'],
    // Across the National Day holidays.
    ['after', 1, 'day', '2026-09-30', 5, '2026-10-08 08:30'],
    ['used', 80, 'percent', '2026-03-13', 10, '2026-03-11 08:30'],
    ['used', 100, 'percent', '2026-03-13', 10, '2026-03-13 08:30'],
  ] as const)(
    '%s %i %s of a limit that ends on %s with %i working days',
    (when, amount, unit, day, days, expected) => {
      const time = warningTime(
        level(when, amount, unit),
        { dueAt: endOfDay(day), limit: limit(days) },
        office,
      );
      expect(time && minuteText(time)).toBe(expected);
    },
  );

  test('of a share of calendar days waits for the next opening', () => {
    const running = { dueAt: endOfDay('2026-03-31'), limit: limit(60, DayUnit.calendarDays) };
    const time = warningTime(level('used', 60, 'percent'), running, office);
    // 24 days before is Saturday, 7 March.
    expect(time && minuteText(time)).toBe('2026-03-09 08:30');
  });

  test('of a share of an unknown limit does not exist', () => {
    expect(
      warningTime(level('used', 80, 'percent'), { dueAt: at('2026-03-13T23:59'), limit: undefined }, office),
    ).toBe(undefined);
  });
});

describe('the warnings of a limit', () => {
  const levels = [
    { index: 0, level: level('before', 3, 'day') },
    { index: 1, level: level('before', 1, 'day') },
    { index: 2, level: level('after', 1, 'day') },
  ];
  const running = { dueAt: endOfDay('2026-03-13'), since: at('2026-03-02T10:00'), limit: limit(9) };
  const stateAt = (now: string, sent: number[] = [], change: Partial<typeof running> = {}) => {
    const { level: index, next } = warningState(levels, null, { ...running, ...change }, new Set(sent), {
      now: at(now),
      office,
    });
    return [index, next && minuteText(next)];
  };

  test('are sent one after the other, each once', () => {
    expect(stateAt('2026-03-09T17:00')).toEqual([undefined, '2026-03-10 08:30']);
    expect(stateAt('2026-03-10T08:30')).toEqual([0, '2026-03-12 08:30']);
    expect(stateAt('2026-03-10T08:35', [0])).toEqual([undefined, '2026-03-12 08:30']);
    expect(stateAt('2026-03-16T08:30', [0, 1])).toEqual([2, undefined]);
    expect(stateAt('2026-03-16T08:30', [0, 1, 2])).toEqual([undefined, undefined]);
  });

  test('are one at the highest level after days without the job', () => {
    expect(stateAt('2026-03-16T09:00')).toEqual([2, undefined]);
    expect(stateAt('2026-03-16T09:00', [2])).toEqual([undefined, undefined]);
  });

  test('leave out levels that were reached before the task waited', () => {
    expect(stateAt('2026-03-12T09:00', [], { since: at('2026-03-12T08:45') })).toEqual([
      undefined,
      '2026-03-16 08:30',
    ]);
  });

  test('begin anew for another due date', () => {
    const dueAt = endOfDay('2026-03-20');
    expect(stateAt('2026-03-16T09:00', [], { dueAt })).toEqual([undefined, '2026-03-17 08:30']);
  });

  test('demand the card of the delay by the rule of the item', () => {
    const cards = { yellowAfterDays: 10, redAfterDays: 30, yellowsForRed: 2 };
    const cardAt = (now: string) =>
      warningState([], cards, running, new Set(), { now: at(now), office }).card;
    expect(cardAt('2026-03-20T09:00')).toBe(null);
    expect(cardAt('2026-03-23T08:30')).toBe('yellow');
    expect(cardAt('2026-04-13T08:30')).toBe('red');
  });
});

test.each(['', '8:30-12:00', '08:30-08:30', '08:30-25:00', '13:30-17:30,08:30-12:00', '08:30-24:30'])(
  'office hours "%s" are refused',
  (text) => {
    expect(readOfficeHours(text)).toBe(undefined);
  },
);
