import { describe, expect, test } from 'vitest';
import { type ClockLedger, startClock } from '../calendar/clock-ledger.ts';
import { dueDate } from '../calendar/due-date.ts';
import { CorrectionCategory, CorrectionExpiry } from '../enumerations/correction.ts';
import { DayUnit } from '../enumerations/day-unit.ts';
import { PaperState } from '../enumerations/paper-state.ts';
import { ProcessResult } from '../enumerations/process-result.ts';
import { WorkOrderStatus } from '../enumerations/work-order-status.ts';
import { correctionRules } from './correction.ts';
import type { CorrectionData } from './correction-data.ts';
import { type CorrectionSettings, defaultCorrectionSettings } from './correction-settings.ts';
import { RecordStory } from './test-story.ts';

const limit = { amount: 10, unit: DayUnit.workingDays };
const lease = {
  id: 'copy:经营场所使用证明',
  name: '经营场所使用证明',
  problem: PaperState.missing,
  reason: '请交租赁合同',
};
const plan = { id: null, name: '平面图', problem: PaperState.unclear, reason: '请标出留样柜' };
const asked = { category: CorrectionCategory.online, limit, papers: [lease, plan] };
const qualified = { qualified: true, reason: '' };
const failed = { qualified: false, reason: '没有标留样柜的位置' };

const story = (settings: Partial<CorrectionSettings> = {}, unacceptedSince: string | null = null) =>
  new RecordStory(
    correctionRules,
    { correction: { ...defaultCorrectionSettings, ...settings } },
    unacceptedSince,
  );
const dataOf = ({ last }: RecordStory) => last.data as CorrectionData;
/** The message or the problems of a refusal. */
const messagesIn = (answer: unknown) =>
  answer as { message?: string; problems?: { field: string; message: string }[] };

describe('an online correction (S1 §4)', () => {
  test('stops the clock at 36, runs again at 34, and ends with 17', () => {
    const order = story();
    expect(order.open('2026-03-02T10:20', 'ask', asked)).toMatchObject({
      text: '缺 2 份材料：经营场所使用证明（缺少）、平面图（不清楚）；提交期限 10 个工作日（2026-03-16 止）',
    });
    expect(order.meaning).toMatchObject({
      stopsClock: true,
      status: WorkOrderStatus.awaitingOnlineCorrection,
    });
    expect(order.last.due).toEqual({ at: '2026-03-16T15:59:59.999Z', command: 'expire' });
    order.change('2026-03-04T09:00', 'submit', { files: [['a'], ['b', 'c']], remark: '合同已续签' });
    expect(order.meaning).toMatchObject({ isOpen: true, status: WorkOrderStatus.correctionAwaitingAudit });
    expect(order.meaning).not.toHaveProperty('stopsClock');
    expect(order.last.due).toBeNull();
    expect(dataOf(order).papers.map(({ fileIds }) => fileIds)).toEqual([['a'], ['b', 'c']]);
    order.change('2026-03-05T09:00', 'accept', {
      verdicts: [qualified, qualified],
      acceptsIncomplete: false,
    });
    expect(order.meaning).toMatchObject({ isOpen: false, noteStatus: WorkOrderStatus.correctionDone });
  });

  test('may be asked again for what is not qualified, and is 36 again', () => {
    const order = story();
    order.open('2026-03-02T10:20', 'ask', asked);
    order.change('2026-03-04T09:00', 'submit', { files: [['a'], ['b']], remark: '' });
    order.change('2026-03-05T09:00', 'again', { verdicts: [qualified, failed], limit });
    expect(order.meaning?.status).toBe(WorkOrderStatus.awaitingOnlineCorrection);
    expect(dataOf(order)).toMatchObject({
      round: 2,
      papers: [{ name: '平面图', reason: '没有标留样柜的位置', fileIds: [] }],
    });
  });

  test('is asked once only where the item informs once for all, and then ends with a choice', () => {
    const order = story({ onceOnly: true });
    order.open('2026-03-02T10:20', 'ask', asked);
    order.change('2026-03-04T09:00', 'submit', { files: [['a'], ['b']], remark: '' });
    const verdicts = [qualified, failed];
    expect(messagesIn(order.change('2026-03-05T09:00', 'again', { verdicts, limit })).message).toBe(
      '该事项实行一次性告知，只能要求补正一次',
    );
    expect(
      messagesIn(order.change('2026-03-05T09:00', 'accept', { verdicts, acceptsIncomplete: false })).problems,
    ).toEqual([{ field: 'acceptsIncomplete', message: '有 1 份材料不合格，请选择是否按现有材料继续办理' }]);
    order.change('2026-03-05T09:00', 'accept', { verdicts, acceptsIncomplete: true });
    expect(order.last.state).toBe('accepted');
    expect(messagesIn(order.open('2026-03-06T09:00', 'ask', asked)).message).toContain('只能要求补正一次');
  });

  test('that does not suffice is closed before the application is turned down, where the step has such a button', () => {
    const order = story({ onceOnly: true });
    order.open('2026-03-02T10:20', 'ask', asked);
    order.change('2026-03-04T09:00', 'submit', { files: [['a'], ['b']], remark: '' });
    const verdicts = [qualified, failed];
    expect(messagesIn(order.change('2026-03-05T09:00', 'decline', { verdicts })).message).toBe(
      '本环节不能不予受理',
    );
    order.results = [ProcessResult.accepted, ProcessResult.notAccepted];
    expect(
      messagesIn(order.change('2026-03-05T09:00', 'decline', { verdicts: [qualified, qualified] })).problems,
    ).toEqual([{ field: 'verdicts', message: '材料全部合格，请选择“补正通过”' }]);
    expect(
      messagesIn(
        order.change('2026-03-05T09:00', 'decline', { verdicts: [qualified, { ...failed, reason: '' }] }),
      ).problems,
    ).toMatchObject([{ field: 'verdicts[1].reason' }]);
    expect(order.change('2026-03-05T09:00', 'decline', { verdicts })).toMatchObject({
      state: 'unqualified',
      text: '有 1 份材料不合格，拟不予受理',
    });
    expect(order.meaning).toEqual({ label: '补正不合格', isOpen: false });
    expect(dataOf(order).papers.map(({ verdict }) => verdict)).toEqual(['', '没有标留样柜的位置']);
  });

  test('reports all problems of the request and of the answer at their fields', () => {
    const order = story();
    const papers = [lease, { ...plan, reason: ' ' }, { ...lease, reason: '又' }, { ...plan, name: '' }];
    const refused = order.open('2026-03-02T10:20', 'ask', {
      ...asked,
      limit: { ...limit, amount: 0 },
      papers,
    });
    expect(messagesIn(refused)?.problems).toEqual([
      { field: 'limit.amount', message: '提交期限应为 1 至 180 天' },
      { field: 'papers[1].reason', message: '请填写怎样补' },
      { field: 'papers[2].name', message: '材料“经营场所使用证明”重复' },
      { field: 'papers[3].name', message: '请填写材料名称' },
    ]);
    order.open('2026-03-02T10:20', 'ask', asked);
    expect(
      messagesIn(order.change('2026-03-04T09:00', 'submit', { files: [[]], remark: '' })).problems,
    ).toEqual([
      { field: 'files[0]', message: '请上传“经营场所使用证明”' },
      { field: 'files[1]', message: '请上传“平面图”' },
    ]);
  });

  test('is one at a time', () => {
    const order = story();
    order.open('2026-03-02T10:20', 'ask', asked);
    expect(messagesIn(order.open('2026-03-02T10:21', 'ask', asked)).message).toBe('已有一项补正尚未完成');
    order.change('2026-03-02T10:22', 'cancel', { reason: '材料已找到' });
    expect(order.open('2026-03-02T10:23', 'ask', asked)).toMatchObject({ state: 'online' });
  });

  test('that was taken back has told the applicant once, too (行政许可法 art. 32)', () => {
    const order = story({ onceOnly: true });
    order.open('2026-03-02T10:20', 'ask', asked);
    order.change('2026-03-02T10:22', 'cancel', { reason: '材料已找到' });
    expect(messagesIn(order.open('2026-03-02T10:23', 'ask', asked)).message).toContain('只能要求补正一次');
  });
});

describe('a correction at the window (S1 §4)', () => {
  test('is 7 while its kind is open, then 37, then 17', () => {
    const order = story();
    order.open('2026-03-02T10:20', 'ask', { ...asked, category: null });
    expect(order.meaning?.status).toBe(WorkOrderStatus.awaitingCorrection);
    order.change('2026-03-02T10:30', 'choose', { category: CorrectionCategory.offline });
    expect(order.meaning?.status).toBe(WorkOrderStatus.awaitingOfflineCorrection);
    expect(order.last.due).toMatchObject({ command: 'expire' });
    order.change('2026-03-03T09:00', 'receive', {
      verdicts: [qualified, qualified],
      acceptsIncomplete: false,
      receivedAt: '2026-03-03T00:30:00.000Z',
      remark: '',
    });
    expect(order.meaning?.noteStatus).toBe(WorkOrderStatus.correctionDone);
  });

  test('counts from the receipt, not from the entry (D3)', () => {
    const order = story();
    order.open('2026-03-04T10:00', 'ask', { ...asked, category: CorrectionCategory.offline });
    const receivedAt = new Date('2026-03-09T15:00:00+08:00').toISOString();
    const step = order.change('2026-03-11T09:00', 'receive', {
      verdicts: [qualified, qualified],
      acceptsIncomplete: false,
      receivedAt,
      remark: '',
    });
    expect(step).toMatchObject({ state: 'accepted', resumedAt: receivedAt });
    const ledger: ClockLedger = {
      ...startClock({ amount: 5, unit: DayUnit.workingDays }, new Date('2026-03-02T09:00:00+08:00')),
      pauses: [{ key: 'record.1', from: order.last.openedAt, until: receivedAt, reason: '补正' }],
    };
    expect(dueDate(ledger, { coveredYears: [2026], days: {} }).dueAt?.toISOString()).toBe(
      '2026-03-13T15:59:59.999Z',
    );
  });

  test('takes the last second of the limit, and a time without seconds', () => {
    const order = story();
    order.open('2026-03-04T10:00', 'ask', { ...asked, limit: { ...limit, amount: 1 } });
    const review = { verdicts: [qualified, qualified], acceptsIncomplete: false, remark: '' };
    expect(
      order.change('2026-03-06T09:00', 'receive', { ...review, receivedAt: '2026-03-05T15:59:59Z' }),
    ).toMatchObject({ state: 'accepted', resumedAt: '2026-03-05T15:59:59.000Z' });
    const next = story();
    next.open('2026-03-09T10:00', 'ask', asked);
    expect(
      next.change('2026-03-10T09:00', 'receive', { ...review, receivedAt: '2026-03-09T03:00Z' }),
    ).toMatchObject({ resumedAt: '2026-03-09T03:00:00.000Z' });
  });

  test('takes no time of receipt before the request, in the future, or after the limit', () => {
    const order = story();
    order.open('2026-03-04T10:00', 'ask', { ...asked, limit: { ...limit, amount: 1 } });
    const review = { verdicts: [qualified, qualified], acceptsIncomplete: false, remark: '' };
    const problemAt = (at: string, receivedAt: string) =>
      messagesIn(
        order.change(at, 'receive', {
          ...review,
          receivedAt: new Date(`${receivedAt}:00+08:00`).toISOString(),
        }),
      )?.problems?.[0]?.message;
    expect(problemAt('2026-03-05T09:00', '2026-03-04T09:59')).toBe('收到时间应在要求补正之后、现在之前');
    expect(problemAt('2026-03-05T09:00', '2026-03-05T09:01')).toBe('收到时间应在要求补正之后、现在之前');
    expect(problemAt('2026-03-06T09:00', '2026-03-06T08:00')).toBe('补正的提交期限已过，不能录入');
    // Brought in time and entered late, before the job has run.
    expect(problemAt('2026-03-06T09:00', '2026-03-05T17:00')).toBeUndefined();
  });
});

describe('a correction that is given up', () => {
  test('ends later if days off were published after it was asked (暂定)', () => {
    const order = story();
    order.open('2026-03-02T10:20', 'ask', asked);
    order.holidays = { ...order.holidays, days: { '2026-03-16': { kind: 'holiday', name: '调整放假' } } };
    expect(order.change('2026-03-17T00:01', 'expire')).toMatchObject({
      state: 'online',
      due: { at: '2026-03-17T15:59:59.999Z', command: 'expire' },
      text: '节假日安排公布后，提交期限顺延至 2026-03-17',
    });
    expect(order.change('2026-03-17T09:00', 'submit', { files: [['a'], ['b']], remark: '' })).toMatchObject({
      state: 'submitted',
    });
  });

  const expired = (expiry: CorrectionExpiry, at = '2026-03-17T00:01') => {
    const order = story({ expiry });
    order.open('2026-03-02T10:20', 'ask', asked);
    return { order, step: order.change(at, 'expire') };
  };

  test('gives 19 by default, and the order stays with its handler', () => {
    const { order, step } = expired(CorrectionExpiry.abandoned);
    expect(order.meaning).toEqual({
      label: '放弃补正',
      isOpen: false,
      noteStatus: WorkOrderStatus.correctionAbandoned,
    });
    expect(step).not.toHaveProperty('endsWith');
    expect(step).toMatchObject({ resumedAt: '2026-03-16T15:59:59.999Z', text: '到期未补正，视为放弃补正' });
  });

  test('returns the order, or lets it go on, where the item says so', () => {
    expect(expired(CorrectionExpiry.returned).step).toMatchObject({
      endsWith: WorkOrderStatus.returnedAndConcluded,
    });
    expect(expired(CorrectionExpiry.continued).order.last.state).toBe('continued');
  });

  test('has the same outcome if the job runs a day late or twice, and none before the limit', () => {
    const { order, step } = expired(CorrectionExpiry.abandoned, '2026-03-18T09:00');
    expect(step).toMatchObject({ resumedAt: '2026-03-16T15:59:59.999Z' });
    expect(order.change('2026-03-18T09:01', 'expire')).toBe('not from abandoned');
    expect(messagesIn(expired(CorrectionExpiry.abandoned, '2026-03-16T23:59').step).message).toBe(
      '补正的提交期限未到',
    );
  });

  test('takes no answer after the limit, also before the job has run', () => {
    const order = story();
    order.open('2026-03-02T10:20', 'ask', asked);
    const late = order.change('2026-03-17T08:00', 'submit', { files: [['a'], ['b']], remark: '' });
    expect(messagesIn(late)?.message).toBe('补正的提交期限已过（2026-03-16 止）');
  });

  test('by the applicant never goes on by itself', () => {
    const order = story({ expiry: CorrectionExpiry.continued });
    order.open('2026-03-02T10:20', 'ask', asked);
    order.change('2026-03-04T09:00', 'abandon', { reason: '不办了' });
    expect(order.meaning?.noteStatus).toBe(WorkOrderStatus.correctionAbandoned);
  });
});

test('a reminder is possible every four hours', () => {
  const order = story();
  order.open('2026-03-02T10:20', 'ask', asked);
  order.change('2026-03-03T09:00', 'remind');
  expect(messagesIn(order.change('2026-03-03T12:59', 'remind')).message).toBe('4 小时内已提醒过申请人');
  expect(order.change('2026-03-03T13:00', 'remind')).toMatchObject({ state: 'online' });
  expect(order.last.due).toMatchObject({ command: 'expire' });
});
