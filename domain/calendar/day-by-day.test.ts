import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMappings } from '#test/vectors/read-vectors.ts';
import { randomCases } from '#test/world/random-cases.ts';
import { type ClockLedger, LimitUnit, startClock, totalAmount } from './clock-ledger.ts';
import { countLimit, dueDate } from './due-date.ts';
import { explainLimit, listSegments, maxListedSegments } from './due-date-explanation.ts';
import { type HolidayTable, holidayTableOf, isCovered, isWorkingDay } from './holiday-table.ts';
import { addDays, endOfDay, type LocalDate, localDateOf, startOfDay } from './local-date.ts';
import { addWorkingDays, countWorkingDays, nextWorkingDayFrom } from './working-days.ts';

/** The same functions computed by stepping through every day: slow but simple. */
const dayByDay = {
  addWorkingDays(from: LocalDate, count: number, holidays: HolidayTable) {
    const step = Math.sign(count);
    let [date, left, provisional] = [from, Math.abs(count), false];
    while (left > 0) {
      date = addDays(date, step);
      if (isWorkingDay(date, holidays)) left -= 1;
      provisional ||= !isCovered(date, holidays);
    }
    return { date, provisional };
  },
  countWorkingDays(from: LocalDate, until: LocalDate, holidays: HolidayTable) {
    let count = 0;
    for (let date = addDays(from, 1); date <= until; date = addDays(date, 1)) {
      if (isWorkingDay(date, holidays)) count += 1;
    }
    return count;
  },
  nextWorkingDayFrom(from: LocalDate, holidays: HolidayTable) {
    let [date, provisional] = [from, !isCovered(from, holidays)];
    while (!isWorkingDay(date, holidays)) {
      date = addDays(date, 1);
      provisional ||= !isCovered(date, holidays);
    }
    return { date, provisional };
  },
  dueDate(ledger: ClockLedger, holidays: HolidayTable) {
    const working = ledger.limit.unit === LimitUnit.workingDays;
    const openPauseTimes = ledger.pauses
      .filter(({ until }) => until === null)
      .map(({ from }) => Date.parse(from));
    const pausedOn =
      openPauseTimes.length > 0 ? localDateOf(new Date(Math.min(...openPauseTimes))) : '9999-12-31';
    const days: { date: LocalDate; counts: boolean }[] = [];
    let [date, left, provisional] = [localDateOf(new Date(ledger.startedAt)), daysStepByStep(ledger), false];
    while (left > 0) {
      date = addDays(date, 1);
      if (date >= pausedOn) break;
      const counts = !isPausedOn(date, ledger) && (!working || isWorkingDay(date, holidays));
      if (counts) left -= 1;
      if (working) provisional ||= !isCovered(date, holidays);
      days.push({ date, counts });
    }
    if (left === 0 && !working && ledger.limit.roll === false) provisional = false;
    else if (left === 0 && !working) {
      const nextWorkingDay = dayByDay.nextWorkingDayFrom(date, holidays);
      for (; date < nextWorkingDay.date; days.push({ date, counts: false })) date = addDays(date, 1);
      provisional = nextWorkingDay.provisional;
    }
    return { due: { dueAt: left === 0 ? endOfDay(date) : null, provisional, daysLeft: left }, days };
  },
};

/** Steps from day to day to the same day of the month, or the last one, and counts the steps. */
function daysStepByStep(ledger: ClockLedger): number {
  const total = totalAmount(ledger);
  if (ledger.limit.unit !== LimitUnit.months) return total;
  const start = localDateOf(new Date(ledger.startedAt));
  let [date, days, month] = [start, 0, 0];
  const isLastOfMonth = () => addDays(date, 1).endsWith('-01');
  const isReached = () => month === total && (date.slice(8) === start.slice(8) || isLastOfMonth());
  while (!isReached()) {
    [date, days] = [addDays(date, 1), days + 1];
    if (date.endsWith('-01')) month += 1;
  }
  return days;
}

function isPausedOn(date: LocalDate, { pauses }: ClockLedger): boolean {
  return pauses.some(({ from, until }) => {
    const [begins, ends] = [Date.parse(from), until === null ? Number.POSITIVE_INFINITY : Date.parse(until)];
    return [startOfDay(date), endOfDay(date)].some((at) => begins <= Number(at) && Number(at) < ends);
  });
}

const published = readMappings(new URL('./vectors/holidays-2025-2026.txt', import.meta.url)).map(
  ({ input, output }) => ({
    date: input,
    kind: output.startsWith('holiday') ? ('holiday' as const) : ('workday' as const),
    name: output.split(' ')[1] ?? '',
  }),
);
const someDay = fc.integer({ min: 0, max: 1500 }).map((day) => addDays('2024-06-01', day));
const holidayRow = fc.record({
  date: someDay,
  kind: fc.constantFrom('holiday' as const, 'workday' as const),
  name: fc.constantFrom('春节', '国庆节'),
});
/**
 * The published holiday table with random changes and additions: weeks of festivals only, unneeded working
 * days.
 */
const table = fc
  .tuple(fc.boolean(), fc.array(holidayRow, { maxLength: 300, size: 'max' }))
  .map(([withPublished, rows]) => holidayTableOf([...(withPublished ? published : []), ...rows]));
const quarterHour = fc.integer({ min: 0, max: 4 * 24 * 400 });
const start = quarterHour.map((after) => new Date(Date.parse('2025-01-01T00:00:00+08:00') + after * 900_000));
const ledger = fc
  .record({
    startedAt: start,
    unit: fc.constantFrom(...Object.values(LimitUnit)),
    amount: fc.integer({ min: 0, max: 400 }),
    rolls: fc.boolean(),
    more: fc.array(fc.nat({ max: 20 }), { maxLength: 2 }),
    pauses: fc.array(
      fc.record({
        after: fc.integer({ min: -300, max: 12_000 }),
        stands: fc.option(fc.nat({ max: 3_000 }), { freq: 8 }),
        reason: fc.constantFrom('补正', '特别程序'),
      }),
      { maxLength: 5 },
    ),
  })
  .map(({ startedAt, unit, rolls, more, pauses, ...limit }): ClockLedger => {
    const amount = unit === LimitUnit.months ? limit.amount % 40 : limit.amount;
    const at = (quarters: number) => new Date(startedAt.getTime() + quarters * 900_000).toISOString();
    return {
      ...startClock({ amount, unit, ...(!rolls && { roll: false }) }, startedAt),
      extensions: more.map((days) => ({ at: at(0), days, reason: '特别程序' })),
      pauses: pauses.map(({ after, stands, reason }, index) => ({
        key: `${index}`,
        from: at(after),
        until: stands === null ? null : at(after + stands),
        reason,
      })),
    };
  });

describe('counting by weeks and years', () => {
  it('gives the same result as stepping through every day', () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: -700, max: 700 }), table, (from, count, holidays) => {
        expect(addWorkingDays(from, count, holidays)).toEqual(dayByDay.addWorkingDays(from, count, holidays));
        const until = addDays(from, count);
        expect(countWorkingDays(from, until, holidays)).toBe(
          dayByDay.countWorkingDays(from, until, holidays),
        );
        expect(nextWorkingDayFrom(from, holidays)).toEqual(dayByDay.nextWorkingDayFrom(from, holidays));
      }),
    );
  });

  it('gives the same due date as stepping through every day, with pauses and extensions', () => {
    fc.assert(
      fc.property(ledger, table, (inputLedger, holidays) => {
        expect(dueDate(inputLedger, holidays)).toEqual(dayByDay.dueDate(inputLedger, holidays).due);
      }),
      { numRuns: randomCases(500) },
    );
  });

  it('explains each listed day as stepping through every day does, and sums up the remaining days', () => {
    fc.assert(
      fc.property(ledger, table, (inputLedger, holidays) => {
        const { days } = dayByDay.dueDate(inputLedger, holidays);
        const { segments, rest } = listSegments(inputLedger, countLimit(inputLedger, holidays), holidays);
        const listed = segments.flatMap(({ from, days: length, kind }) =>
          Array.from({ length }, (_, ahead) => ({ date: addDays(from, ahead), counts: kind === 'counted' })),
        );
        expect(listed).toEqual(days.slice(0, listed.length));
        expect(segments.length).toBeLessThanOrEqual(maxListedSegments);
        const unlistedDays = days.slice(listed.length);
        expect(rest === undefined ? [0, 0] : [rest.counted, rest.skipped]).toEqual(
          [true, false].map((counts) => unlistedDays.filter((day) => day.counts === counts).length),
        );
        expect([rest?.from, rest?.until]).toEqual([unlistedDays.at(0)?.date, unlistedDays.at(-1)?.date]);
      }),
      { numRuns: randomCases(300) },
    );
  });

  it('lists at most a hundred segments of the longest limit', () => {
    const longest = startClock(
      { amount: 3_650, unit: LimitUnit.workingDays },
      new Date('2026-01-05T01:00:00Z'),
    );
    const at = new Date('2026-01-05T01:00:00Z');
    const explained = explainLimit(longest, holidayTableOf(published), { at, ended: false });
    expect(explained.segments.length).toBe(maxListedSegments);
    expect(explained.segments.at(-1)).toMatchObject({ from: '2026-12-07', until: '2026-12-11', days: 5 });
    expect(explained.rest).toEqual({ from: '2026-12-12', until: '2040-01-18', counted: 3418, skipped: 1368 });
    expect(explained).toMatchObject({ dueOn: '2040-01-18', provisional: true });
  });

  it('calculates the longest limit with no more day lookups than published holidays', () => {
    let lookups = 0;
    const countLookups = (days: HolidayTable['days']) =>
      new Proxy(days, {
        get: (of, day) => {
          if (typeof day === 'string') lookups += 1;
          return Reflect.get(of, day);
        },
      });
    const { coveredYears, days } = holidayTableOf(published);
    const longest = startClock(
      { amount: 3_650, unit: LimitUnit.workingDays },
      new Date('2026-01-05T01:00:00Z'),
    );
    expect(dueDate(longest, { coveredYears, days: countLookups(days) }).daysLeft).toBe(0);
    expect(lookups).toBeLessThanOrEqual(published.length);
  });
});
