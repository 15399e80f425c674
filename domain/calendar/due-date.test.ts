import { describe, expect, it } from 'vitest';
import { readMappings } from '#test/vectors/read-vectors.ts';
import { DayUnit } from '../enumerations/day-unit.ts';
import {
  type ClockLedger,
  extendClock,
  isPaused,
  pauseClock,
  resumeClock,
  startClock,
} from './clock-ledger.ts';
import { countLimit, dueDate } from './due-date.ts';
import { explainDueDate, listSegments } from './due-date-explanation.ts';
import { dueLight } from './due-light.ts';
import { holidayTableOf } from './holiday-table.ts';
import { localDateOf } from './local-date.ts';

const vectors = new URL('./vectors/', import.meta.url);

const holidays = holidayTableOf(
  readMappings(new URL('holidays-2025-2026.txt', vectors)).map(({ input, output }) => {
    const [kind, name = ''] = output.split(' ');
    return { date: input, kind: kind === 'holiday' ? 'holiday' : 'workday', name };
  }),
);

const at = (text: string) => new Date(`${text}:00+08:00`);

/**
 * Reads a line such as `5w 2026-03-02T09:00 stop … go … more 3`; `go` ends the pauses in the order in which
 * they began.
 */
function ledgerOf(line: string): ClockLedger {
  const [limit = '', start = '', ...events] = line.split(' ');
  const unit = limit.endsWith('w') ? DayUnit.workingDays : DayUnit.calendarDays;
  let ledger = startClock({ amount: Number.parseInt(limit, 10), unit }, at(start));
  let stopped = 0;
  let resumed = 0;
  for (let index = 0; index < events.length; index += 2) {
    const [command, value = ''] = events.slice(index, index + 2);
    if (command === 'stop') ledger = pauseClock(ledger, { key: `${++stopped}`, reason: '补正' }, at(value));
    if (command === 'go') ledger = resumeClock(ledger, `${++resumed}`, at(value));
    if (command === 'more') {
      ledger = extendClock(ledger, { days: Number(value), reason: '特别程序' }, at('2026-03-06T09:00'));
    }
  }
  return ledger;
}

describe('due date', () => {
  const cases = readMappings(new URL('due-date.txt', vectors));

  it.each(cases)('$input gives $output: $reason', ({ input, output }) => {
    const due = dueDate(ledgerOf(input), holidays);
    const text = due.dueAt === null ? `暂停 ${due.daysLeft}` : localDateOf(due.dueAt);
    expect(due.provisional ? `${text} 暂定` : text).toBe(output);
  });

  it('is the last millisecond of its day in China', () => {
    const due = dueDate(ledgerOf('5w 2026-03-02T09:00'), holidays);
    expect(due.dueAt?.toISOString()).toBe('2026-03-09T15:59:59.999Z');
  });

  it('is the same after the ledger was serialised as JSON', () => {
    for (const { input } of cases) {
      const ledger = ledgerOf(input);
      expect(dueDate(JSON.parse(JSON.stringify(ledger)), holidays)).toEqual(dueDate(ledger, holidays));
    }
  });

  it('moves when the holidays change', () => {
    const ledger = ledgerOf('10w 2026-12-25T09:00');
    const published = {
      coveredYears: [...holidays.coveredYears, 2027],
      days: { ...holidays.days, '2027-01-01': { kind: 'holiday' as const, name: '元旦' } },
    };
    const due = dueDate(ledger, published);
    expect(due.dueAt).toEqual(new Date('2027-01-11T15:59:59.999Z'));
    expect(due.provisional).toBe(false);
  });

  it('counts exactly the days of its limit, in segments without gaps', () => {
    for (const { input } of cases) {
      const ledger = ledgerOf(input);
      const { daysLeft } = dueDate(ledger, holidays);
      const { segments } = listSegments(ledger, countLimit(ledger, holidays), holidays);
      const counted = segments.filter(({ isCounted }) => isCounted).reduce((sum, { days }) => sum + days, 0);
      const granted = ledger.extensions.reduce((sum, { days }) => sum + days, 0);
      expect(counted + daysLeft).toBe(ledger.limit.amount + granted);
      expect(segments.reduce((sum, { days }) => sum + days, 0)).toBe(daysFromFirstToLast(segments));
    }
  });
});

function daysFromFirstToLast(segments: readonly { from: string; until: string }[]): number {
  const [first, last] = [segments.at(0), segments.at(-1)];
  if (first === undefined || last === undefined) return 0;
  return (Date.parse(last.until) - Date.parse(first.from)) / 86_400_000 + 1;
}

describe('explanation of the due date', () => {
  it('lists day by day across 国庆节', () => {
    expect(explainDueDate(ledgerOf('5w 2026-09-28T15:20'), holidays)).toEqual([
      '2026-09-28 15:20 开始计时，当日不计入，时限 5 个工作日',
      '2026-09-29 至 2026-09-30：计 2 个工作日',
      '2026-10-01 至 2026-10-07：国庆节放假，不计',
      '2026-10-08 至 2026-10-09：计 2 个工作日',
      '2026-10-10：国庆节调休上班，计 1 个工作日',
      '2026-10-10 24:00 期满',
    ]);
  });

  it('mentions pauses, extensions and the provisional date', () => {
    const line = '5w 2026-12-21T09:00 stop 2026-12-23T10:00 go 2026-12-25T10:00 more 2';
    expect(explainDueDate(ledgerOf(line), holidays)).toEqual([
      '2026-12-21 09:00 开始计时，当日不计入，时限 5 个工作日',
      '2026-03-06 09:00 因特别程序延长 2 个工作日',
      '2026-12-22：计 1 个工作日',
      '2026-12-23 至 2026-12-25：因补正暂停，不计',
      '2026-12-26 至 2026-12-27：周末，不计',
      '2026-12-28 至 2027-01-01：计 5 个工作日',
      '2027-01-02 至 2027-01-03：周末，不计',
      '2027-01-04：计 1 个工作日',
      '2027-01-04 24:00 期满',
      '所跨年度的放假安排尚未公布，到期日为暂定',
    ]);
  });

  it('mentions the move of a calendar limit off a day of rest, and a paused clock', () => {
    expect(explainDueDate(ledgerOf('5d 2026-03-02T09:00'), holidays)).toEqual([
      '2026-03-02 09:00 开始计时，当日不计入，时限 5 个自然日',
      '2026-03-03 至 2026-03-07：计 5 个自然日',
      '2026-03-08 至 2026-03-09：期满日遇休息日顺延，不计',
      '2026-03-09 24:00 期满',
    ]);
    expect(explainDueDate(ledgerOf('5w 2026-03-02T09:00 stop 2026-03-04T10:00'), holidays).at(-1)).toBe(
      '计时暂停中，尚余 4 个工作日，恢复后继续计算',
    );
  });
});

describe('the light of a limit', () => {
  it.each(readMappings(new URL('due-lights.txt', vectors)))('of $input is $output', ({ input, output }) => {
    const [line = '', now = ''] = input.split(' @ ');
    const { dueAt } = dueDate(ledgerOf(line), holidays);
    const { light, text } = dueLight(dueAt ?? new Date(0), holidays, at(now));
    expect(`${light} ${text}`).toBe(output);
  });
});

describe('clock ledger', () => {
  const startedLedger = ledgerOf('5w 2026-03-02T09:00');

  it('pauses once per record and resumes only when all records have ended', () => {
    const first = pauseClock(startedLedger, { key: 'a', reason: '补正' }, at('2026-03-03T10:00'));
    expect(pauseClock(first, { key: 'a', reason: '补正' }, at('2026-03-04T10:00'))).toBe(first);
    const both = pauseClock(first, { key: 'b', reason: '特别程序' }, at('2026-03-04T10:00'));
    expect(isPaused(resumeClock(both, 'a', at('2026-03-05T10:00')))).toBe(true);
    const free = resumeClock(resumeClock(both, 'a', at('2026-03-05T10:00')), 'b', at('2026-03-06T10:00'));
    expect(isPaused(free)).toBe(false);
  });

  it('is never changed in place', () => {
    pauseClock(startedLedger, { key: 'a', reason: '补正' }, at('2026-03-03T10:00'));
    extendClock(startedLedger, { days: 3, reason: '特别程序' }, at('2026-03-03T10:00'));
    expect(startedLedger.pauses).toEqual([]);
    expect(startedLedger.extensions).toEqual([]);
  });
});

describe('a limit that is longer than the maximum', () => {
  it('stays readable, and ends where counting stops', () => {
    const dueDateOf = (amount: number) =>
      dueDate(startClock({ amount, unit: DayUnit.workingDays }, at('2026-01-05T09:00')), holidays);
    expect(dueDateOf(999_999_999)).toMatchObject({ daysLeft: 0, dueAt: dueDateOf(7_300).dueAt });
    expect(dueDateOf(7_299).dueAt).not.toEqual(dueDateOf(7_300).dueAt);
  });
});
