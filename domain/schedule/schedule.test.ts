import { describe, expect, test } from 'vitest';
import { addMonths, daysOfMonthView, daysOfWeek } from './calendar-view-days.ts';
import { conflictsAmong, type EntryRequest, overlaps, problemsOfEntry, remindAt } from './entry.ts';
import { maxEntries } from './limits.ts';

const nineOClock = 1_772_499_600;
const entry = (change: Partial<EntryRequest> = {}): EntryRequest => ({
  scheduleName: '接访日',
  address: '',
  startDate: nineOClock,
  endDate: nineOClock + 3600,
  remark: '',
  isRemind: true,
  remindAdvance: 15,
  ...change,
});

describe('schedule entry (S0 §3)', () => {
  test('is valid at its limits', () => {
    expect(problemsOfEntry(entry())).toEqual([]);
    const year = 365 * 86_400;
    const full = entry({
      scheduleName: '𠮷'.repeat(100),
      address: '长'.repeat(200),
      remark: '长'.repeat(500),
      endDate: nineOClock + year,
      remindAdvance: 1440,
    });
    expect(problemsOfEntry(full)).toEqual([]);
  });

  test('reports all problems at once', () => {
    const invalid = entry({
      scheduleName: ' \u200b',
      address: '长'.repeat(201),
      startDate: null,
      endDate: null,
      remark: '长'.repeat(501),
      remindAdvance: 10,
    });
    expect(problemsOfEntry(invalid).map(({ field, message }) => [field, message])).toEqual([
      ['scheduleName', '请输入日程名称'],
      ['address', '地点不能超过200个字符'],
      ['startDate', '请选择开始时间'],
      ['endDate', '请选择结束时间'],
      ['remark', '备注不能超过500个字符'],
      ['remindAdvance', '请选择提醒时间'],
    ]);
  });

  test.each([
    [nineOClock, '结束时间须晚于开始时间'],
    [nineOClock + 365 * 86_400 + 1, '一项日程不能超过一年'],
    [5_000_000_000, '结束时间不正确'],
  ])('cannot end at %i', (endDate, message) => {
    expect(problemsOfEntry(entry({ endDate }))).toEqual([{ field: 'endDate', message }]);
  });

  test('has a reminder the given minutes before its start, or none', () => {
    expect(remindAt({ startDate: nineOClock, isRemind: true, remindAdvance: 60 })).toBe(nineOClock - 3600);
    expect(remindAt({ startDate: nineOClock, isRemind: true, remindAdvance: 0 })).toBe(nineOClock);
    expect(remindAt({ startDate: nineOClock, isRemind: false, remindAdvance: 60 })).toBeNull();
  });
});

describe('overlapping schedule entries', () => {
  const span = (from: number, until: number) => ({ startDate: from, endDate: until });
  test('share some time; consecutive entries do not overlap', () => {
    expect(overlaps(span(0, 10), span(9, 20))).toBe(true);
    expect(overlaps(span(0, 10), span(10, 20))).toBe(false);
  });
  test('are listed in pairs, each once', () => {
    const [long, short, later, separate] = [span(0, 100), span(10, 20), span(15, 30), span(100, 110)];
    const pairs = [
      [long, short],
      [long, later],
      [short, later],
    ];
    expect(conflictsAmong([separate, later, short, long])).toEqual({ count: 3, first: pairs });
    expect(conflictsAmong([separate, later, short, long], 1)).toEqual({ count: 3, first: pairs.slice(0, 1) });
  });
  test('are counted for the maximum number of entries without listing each pair', () => {
    const all = Array.from({ length: maxEntries }, () => span(0, 100));
    const { count, first } = conflictsAmong(all);
    expect([count, first.length]).toEqual([(maxEntries * (maxEntries - 1)) / 2, 3]);
  });
});

describe('days in the calendar view', () => {
  test('of a month are six weeks from a Monday', () => {
    const days = daysOfMonthView('2026-11-20');
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
    expect(daysOfMonthView('2026-06-01')[0]).toBe('2026-06-01');
  });
  test('of a week end on Sunday', () => {
    expect(daysOfWeek('2026-11-22').slice(-2)).toEqual(['2026-11-21', '2026-11-22']);
  });
  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-12-31', 2, '2027-02-28'],
  ])('shifts %s by %i months to %s', (day, months, expected) =>
    expect(addMonths(day, months)).toBe(expected),
  );
});
