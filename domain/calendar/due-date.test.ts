import { describe, expect, it } from 'vitest';
import { readMappings } from '#test/vectors/read-vectors.ts';
import {
  type ClockLedger,
  extendClock,
  isPaused,
  LimitUnit,
  pauseClock,
  resumeClock,
  startClock,
  totalAmount,
} from './clock-ledger.ts';
import { countLimit, dueDate } from './due-date.ts';
import { explainLimit, listSegments } from './due-date-explanation.ts';
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

const unitByLetter: Record<string, LimitUnit> = {
  w: LimitUnit.workingDays,
  d: LimitUnit.calendarDays,
  m: LimitUnit.months,
};

/**
 * Reads a line such as `5w 2026-03-02T09:00 stop … go … more 3`; `go` ends the pauses in the order in which
 * they began.
 */
function ledgerOf(line: string): ClockLedger {
  const [limit = '', start = '', ...events] = line.split(' ');
  const [, amount, letter = '', exact] = /^(\d+)([wdm])(!?)$/.exec(limit) ?? [];
  const unit = unitByLetter[letter] ?? LimitUnit.workingDays;
  let ledger = startClock({ amount: Number(amount), unit, ...(exact && { roll: false }) }, at(start));
  let stopped = 0;
  let resumed = 0;
  for (let index = 0; index < events.length; index += 2) {
    const [command, value = ''] = events.slice(index, index + 2);
    if (command === 'stop') ledger = pauseClock(ledger, { key: `${++stopped}`, reason: '补正' }, at(value));
    if (command === 'go') ledger = resumeClock(ledger, `${++resumed}`, at(value));
    if (command === 'cut') ledger = { ...ledger, limit: { amount: Number(value), unit } };
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

  it('moves by one day when a make-up Sunday is taken back (D17)', () => {
    const { '2026-09-20': _, ...days } = holidays.days;
    const due = dueDate(ledgerOf('10w 2026-09-14T09:00'), { ...holidays, days });
    expect(due.dueAt).toEqual(new Date('2026-09-29T15:59:59.999Z'));
  });

  it('counts exactly the days of its limit, in segments without gaps', () => {
    for (const { input } of cases) {
      const ledger = ledgerOf(input);
      const { daysLeft } = dueDate(ledger, holidays);
      const { segments } = listSegments(ledger, countLimit(ledger, holidays), holidays);
      const counted = segments
        .filter(({ kind }) => kind === 'counted')
        .reduce((sum, { days }) => sum + days, 0);
      if (ledger.limit.unit !== LimitUnit.months) expect(counted + daysLeft).toBe(totalAmount(ledger));
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
  const explain = (line: string, now: string, ended = false) =>
    explainLimit(ledgerOf(line), holidays, { at: at(now), ended });
  const rows = ({ segments }: ReturnType<typeof explain>) =>
    segments.map(
      ({ from, until, days, kind, reason, isPast, total }) =>
        `${from.slice(5)} ${until.slice(5)} ${kind === 'counted' ? days : 0} ${total} ${reason}${isPast ? '' : ' …'}`,
    );

  it('lists the days across 国庆节, divided at the present day, and adds them up', () => {
    const explained = explain('5w 2026-09-28T15:20', '2026-10-08T10:00');
    expect(rows(explained)).toEqual([
      '09-29 09-30 2 2 工作日',
      '10-01 10-07 0 2 国庆节放假',
      '10-08 10-08 1 3 工作日',
      '10-09 10-09 1 4 工作日 …',
      '10-10 10-10 1 5 国庆节调休上班 …',
    ]);
    expect(explained.summary).toBe('时限 5 个工作日。已计 3 天，还剩 2 天，所以 2026-10-10 到期。');
  });

  it('names pauses with their cause, extensions, and a year without a notice as 暂定', () => {
    const line = '5w 2026-12-21T09:00 stop 2026-12-23T10:00 go 2026-12-25T10:00 more 2';
    const explained = explain(line, '2026-12-25T12:00');
    expect(rows(explained).slice(0, 3)).toEqual([
      '12-22 12-22 1 1 工作日',
      '12-23 12-25 0 1 因补正暂停',
      '12-26 12-27 0 1 周末 …',
    ]);
    expect(explained.extensions).toEqual([
      { at: '2026-03-06T01:00:00.000Z', text: '延长 2 个工作日', reason: '特别程序' },
    ]);
    expect(explained.summary).toBe(
      '时限 5 个工作日，延长 2 个工作日。已计 1 天，补正停 3 天，还剩 6 天，所以 2027-01-04 到期。' +
        '所跨年度的放假安排尚未公布，到期日为暂定。',
    );
    expect(explained).toMatchObject({ provisional: true, dueOn: '2027-01-04', totalDays: 7 });
  });

  it('shows a pause that is not over up to the present day, without a due date', () => {
    const explained = explain('5w 2026-03-02T09:00 stop 2026-03-04T10:00', '2026-03-09T10:00');
    expect(rows(explained)).toEqual(['03-03 03-03 1 1 工作日', '03-04 03-09 0 1 因补正暂停']);
    expect(explained.dueOn).toBeNull();
    expect(explained.summary).toBe(
      '时限 5 个工作日。已计 1 天，补正停 4 天，还剩 4 天。计时暂停中，恢复后继续计算。',
    );
  });

  it('counts months in calendar days, and names the move off a day of rest', () => {
    const explained = explain('3m 2026-07-01T09:00', '2026-07-11T09:00');
    expect(rows(explained).at(-1)).toBe('10-02 10-08 0 92 期满日遇休息日顺延 …');
    expect(explained.summary).toBe('时限 3 个月。已计 10 天，还剩 82 天，所以 2026-10-08 到期。');
    expect(explain('3m! 2026-07-01T09:00', '2026-07-11T09:00').dueOn).toBe('2026-10-01');
  });

  it('says how late an order is, and what had been counted when it ended', () => {
    expect(explain('5w 2026-03-02T09:00', '2026-03-12T09:00').summary).toBe(
      '时限 5 个工作日。已计 5 天，还剩 0 天，2026-03-09 期满，超期 3 天。',
    );
    expect(explain('5w 2026-03-02T09:00', '2026-03-04T09:00', true).summary).toBe(
      '时限 5 个工作日。办结时已计 2 天，还剩 3 天，所以 2026-03-09 到期。',
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
      dueDate(startClock({ amount, unit: LimitUnit.workingDays }, at('2026-01-05T09:00')), holidays);
    expect(dueDateOf(999_999_999)).toMatchObject({ daysLeft: 0, dueAt: dueDateOf(7_300).dueAt });
    expect(dueDateOf(7_299).dueAt).not.toEqual(dueDateOf(7_300).dueAt);
  });
});
