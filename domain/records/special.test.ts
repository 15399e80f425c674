import { describe, expect, test } from 'vitest';
import { startClock } from '../calendar/clock-ledger.ts';
import { dueDate } from '../calendar/due-date.ts';
import { localDateOf } from '../calendar/local-date.ts';
import { DayUnit } from '../enumerations/day-unit.ts';
import { SpecialType } from '../enumerations/special-type.ts';
import { WorkOrderStatus } from '../enumerations/work-order-status.ts';
import { orderLedger } from './clock.ts';
import { type SpecialData, specialRules } from './special.ts';
import { lawfulClocks, SpecialClock } from './special-settings.ts';
import { RecordStory } from './test-story.ts';

const leader = { staffId: 'leader', name: '彭波', orgId: 'org', orgName: '市场监督管理局' };
const limit = { amount: 20, unit: DayUnit.workingDays };
const wanted = {
  type: SpecialType.hearing,
  reason: '申请人要求听证',
  agency: '',
  amount: 5,
  unit: DayUnit.workingDays,
};
const result = { conclusion: '合格', result: '详见报告', receivedOn: '2026-03-06', fileIds: ['report'] };

function storyWith(clocks: Partial<Record<SpecialType, SpecialClock>>) {
  const story = new RecordStory(specialRules, { special: { clocks } });
  story.limits = { order: limit, task: null };
  return story;
}
/** Gives a command of a leader; the handler of the story gives all others. */
function byLeader(story: RecordStory, at: string, command: string, input: object = {}) {
  const handler = story.by;
  story.by = leader;
  const step = story.change(at, command, input);
  story.by = handler;
  return step;
}
/** The last day of an order of 20 working days that began on Monday 2026-03-02. */
function dueDayOf({ records }: RecordStory) {
  const ledger = orderLedger(startClock(limit, new Date('2026-03-02T16:00:00+08:00')), records);
  const { dueAt } = dueDate(ledger, { coveredYears: [2026], days: {} });
  return dueAt && localDateOf(dueAt);
}

describe('every kind of special procedure (S1 §3, §4)', () => {
  test.each(Object.values(SpecialType))('%s is 33, 8 and 18, and ends with its papers', (type) => {
    const story = storyWith(lawfulClocks);
    story.open('2026-03-03T09:00', 'request', { ...wanted, type });
    expect(story.meaning).toMatchObject({
      blocksTask: true,
      status: WorkOrderStatus.awaitingSpecialProcedureConfirmation,
    });
    byLeader(story, '2026-03-03T10:00', 'confirm');
    expect(story.meaning).toMatchObject({
      blocksTask: true,
      status: WorkOrderStatus.awaitingSpecialProcedure,
    });
    expect(story.meaning?.stopsClock ?? false).toBe(lawfulClocks[type] === SpecialClock.stops);
    expect(story.change('2026-03-09T09:00', 'finish', result)).toMatchObject({ state: 'done' });
    expect(story.meaning).toEqual({
      label: '已完成',
      isOpen: false,
      noteStatus: WorkOrderStatus.specialProcedureDone,
    });
    expect(story.last.data as SpecialData).toMatchObject(result);
  });
});

describe('a special procedure whose days are added', () => {
  const story = () => storyWith({ hearing: SpecialClock.adds });

  test('extends the limit by its days when it is confirmed, and the clock runs on', () => {
    const order = story();
    expect(dueDayOf(order)).toBe('2026-03-30');
    order.open('2026-03-03T09:00', 'request', wanted);
    expect(dueDayOf(order)).toBe('2026-03-30');
    expect(byLeader(order, '2026-03-03T10:00', 'confirm')).toMatchObject({
      state: 'runningCounted',
      text: '听证自今日开始，2026-03-10 到期，时限相应延长',
      tell: [{ to: 'applicant', text: '您的办件需要进行听证，期限 5 个工作日，办理期限相应延长。' }, {}],
    });
    expect(order.meaning).not.toHaveProperty('stopsClock');
    expect(dueDayOf(order)).toBe('2026-04-06');
  });

  test('keeps its days when the result comes early, and adds those by which it is prolonged', () => {
    const order = story();
    order.open('2026-03-03T09:00', 'request', wanted);
    byLeader(order, '2026-03-03T10:00', 'confirm');
    byLeader(order, '2026-03-04T10:00', 'prolong', { amount: 2, reason: '证人未到' });
    expect(dueDayOf(order)).toBe('2026-04-08');
    order.change('2026-03-06T10:00', 'finish', result);
    expect(dueDayOf(order)).toBe('2026-04-08');
  });

  test('adds nothing if it is refused or taken back', () => {
    const order = story();
    order.open('2026-03-03T09:00', 'request', wanted);
    byLeader(order, '2026-03-03T10:00', 'refuse', { reason: '不符合听证条件' });
    order.open('2026-03-03T11:00', 'request', wanted);
    order.change('2026-03-03T12:00', 'withdraw', { reason: '申请人放弃' });
    expect(order.records.map(({ state }) => state)).toEqual(['refused', 'withdrawn']);
    expect(dueDayOf(order)).toBe('2026-03-30');
  });

  test('adds the days of two procedures after one another', () => {
    const order = story();
    order.open('2026-03-03T09:00', 'request', wanted);
    expect(order.open('2026-03-03T09:30', 'request', wanted)).toMatchObject({ refused: 'recordState' });
    byLeader(order, '2026-03-03T10:00', 'confirm');
    order.change('2026-03-06T10:00', 'finish', result);
    order.open('2026-03-06T11:00', 'request', { ...wanted, amount: 3 });
    byLeader(order, '2026-03-06T12:00', 'confirm');
    expect(dueDayOf(order)).toBe('2026-04-09');
  });

  test('needs the unit of the limit that it extends', () => {
    const order = story();
    const inDays = { ...wanted, unit: DayUnit.calendarDays };
    expect(order.open('2026-03-03T09:00', 'request', inDays)).toMatchObject({
      problems: [{ field: 'unit', message: '时限相应延长的特别程序，期限的单位须与全程时限一致' }],
    });
  });
});

test('the end of a special procedure follows days off that were published later, once, and never goes back', () => {
  const order = storyWith({ hearing: SpecialClock.stops });
  order.open('2026-03-03T09:00', 'request', wanted);
  byLeader(order, '2026-03-03T10:00', 'confirm');
  const due = () => localDateOf(new Date((order.last.data as SpecialData).dueAt ?? ''));
  expect(due()).toBe('2026-03-10');
  order.holidays = { ...order.holidays, days: { '2026-03-10': { kind: 'holiday', name: '调整放假' } } };
  expect(order.change('2026-03-11T00:00', 'remind')).toMatchObject({
    due: { command: 'remind' },
    tell: [{ to: 'handlers', text: '节假日安排公布后，听证的期限顺延至 2026-03-11' }],
  });
  expect(due()).toBe('2026-03-11');
  order.holidays = { ...order.holidays, days: {} };
  expect(order.change('2026-03-12T00:00', 'remind')).toMatchObject({
    due: null,
    text: '听证期限已到，尚未登记结果',
  });
  expect(due()).toBe('2026-03-11');
});
