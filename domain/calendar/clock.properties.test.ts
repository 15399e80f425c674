import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMappings } from '#test/vectors/read-vectors.ts';
import { extendClock, LimitUnit, pauseClock, resumeClock, startClock } from './clock-ledger.ts';
import { dueDate } from './due-date.ts';
import { holidayTableOf, isWorkingDay } from './holiday-table.ts';
import { localDateOf } from './local-date.ts';
import { addWorkingDays, countWorkingDays } from './working-days.ts';

const holidays = holidayTableOf(
  readMappings(new URL('./vectors/holidays-2025-2026.txt', import.meta.url)).map(({ input, output }) => {
    const [kind, name = ''] = output.split(' ');
    return { date: input, kind: kind === 'holiday' ? 'holiday' : 'workday', name };
  }),
);

const year = {
  min: new Date('2025-01-01T00:00:00Z'),
  max: new Date('2026-12-31T00:00:00Z'),
  noInvalidDate: true,
};
const instant = fc.date(year);
const limit = fc.record({
  amount: fc.integer({ min: 0, max: 60 }),
  unit: fc.constantFrom(...Object.values(LimitUnit)),
});
const hours = fc.integer({ min: 0, max: 24 * 40 });
const addHours = (from: Date, hourCount: number) => new Date(from.getTime() + hourCount * 3_600_000);

describe('time limit clock, property tests', () => {
  it('ends on a working day, and counting back gives the same number', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 250 }), (start, count) => {
        const from = localDateOf(start);
        const { date } = addWorkingDays(from, count, holidays);
        expect(isWorkingDay(date, holidays)).toBe(true);
        expect(countWorkingDays(from, date, holidays)).toBe(count);
      }),
    );
  });

  it('never gets an earlier due date by a pause or an extension', () => {
    fc.assert(
      fc.property(
        instant,
        limit,
        hours,
        hours,
        fc.nat({ max: 30 }),
        (start, timeLimit, stopAfter, pausedFor, extraDays) => {
          const plain = startClock(timeLimit, start);
          const stopped = pauseClock(plain, { key: 'a', reason: '补正' }, addHours(start, stopAfter));
          const resumed = resumeClock(stopped, 'a', addHours(start, stopAfter + pausedFor));
          const extended = extendClock(resumed, { days: extraDays, reason: '特别程序' }, start);
          const [first, second, third] = [plain, resumed, extended].map(
            (ledger) => dueDate(ledger, holidays).dueAt,
          );
          expect(Number(second)).toBeGreaterThanOrEqual(Number(first));
          expect(Number(third)).toBeGreaterThanOrEqual(Number(second));
        },
      ),
    );
  });

  it('has either a due date or days left, and ends a calendar limit on a working day', () => {
    fc.assert(
      fc.property(instant, limit, hours, (start, timeLimit, stopAfter) => {
        const ledger = pauseClock(
          startClock(timeLimit, start),
          { key: 'a', reason: '补正' },
          addHours(start, stopAfter),
        );
        const { dueAt, daysLeft } = dueDate(ledger, holidays);
        expect(dueAt === null).toBe(daysLeft > 0);
        if (dueAt !== null && timeLimit.amount > 0)
          expect(isWorkingDay(localDateOf(dueAt), holidays)).toBe(true);
      }),
    );
  });
});
