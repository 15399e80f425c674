import { describe, expect, it } from 'vitest';
import { nextAsk } from './ask-schedule.ts';
import { isMailNumber, normalMailNumber } from './limits.ts';
import { maskDescription } from './mask-description.ts';

const now = new Date('2026-12-02T02:00:00.000Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const minutesUntil = (time: Date | string) =>
  typeof time === 'string' ? time : (time.getTime() - now.getTime()) / 60_000;

describe('requests for an item', () => {
  it.each([
    [{ isEnded: false, changedAt: hoursAgo(1), failures: 0 }, 120],
    [{ isEnded: false, changedAt: hoursAgo(1), failures: 1 }, 5],
    [{ isEnded: false, changedAt: hoursAgo(1), failures: 4 }, 60],
    [{ isEnded: false, changedAt: hoursAgo(1), failures: 40 }, 240],
    [{ isEnded: false, changedAt: hoursAgo(60 * 24), failures: 0 }, 'silent'],
    [{ isEnded: true, changedAt: hoursAgo(2), failures: 0 }, 22 * 60],
    [{ isEnded: true, changedAt: hoursAgo(24), failures: 0 }, 'ended'],
  ])('of %o come in %s', (item, expected) => {
    expect(minutesUntil(nextAsk(item, now))).toBe(expected);
  });
});

describe('numbers of items', () => {
  it.each([
    ['１０３５ 0000-00001', '1035000000001'],
    ['sf1234567890', 'SF1234567890'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(normalMailNumber(typed)).toBe(stored);
    expect(isMailNumber(stored)).toBe(true);
  });

  it('are refused with other characters, too short and too long', () => {
    for (const text of ['', '12345', '1'.repeat(41), '1035/000001', "1035'--0000"])
      expect(isMailNumber(text)).toBe(false);
  });
});

describe('texts of carriers', () => {
  it.each([
    ['已妥投，本人签收，签收人：余小利', '已妥投，本人签收，签收人：**利'],
    ['投递员余师傅 13812340031 正在投递', '投递员余师傅 138****0031 正在投递'],
    ['网点电话0571-64800000', '网点电话0571-******00'],
    ['运单 1035000000001 已到达', '运单 1035000000001 已到达'],
  ])('%s is shown as %s', (text, shown) => {
    expect(maskDescription(text)).toBe(shown);
  });
});
