import { describe, expect, test } from 'vitest';
import { CorrectionCategory } from '../enumerations/correction.ts';
import { DayUnit } from '../enumerations/day-unit.ts';
import { PaperState } from '../enumerations/paper-state.ts';
import { ProcessResult } from '../enumerations/process-result.ts';
import { correctionRules } from './correction.ts';
import { type CorrectionSettings, defaultCorrectionSettings } from './correction-settings.ts';
import type { SideRecord } from './side-record.ts';
import { RecordStory } from './test-story.ts';

/** Acceptance by silence (行政许可法 art. 32, 0239). */

const limit = { amount: 10, unit: DayUnit.workingDays };
const papers = ['租赁合同', '平面图'].map((name) => ({
  id: null,
  name,
  problem: PaperState.missing,
  reason: `请交${name}`,
}));
const asked = { category: CorrectionCategory.online, limit, papers };
const qualified = { qualified: true, reason: '' };
const failed = { qualified: false, reason: '没有标留样柜的位置' };

const story = (settings: Partial<CorrectionSettings> = {}, unacceptedSince: string | null = null) =>
  new RecordStory(
    correctionRules,
    { correction: { ...defaultCorrectionSettings, ...settings } },
    unacceptedSince,
  );
/** The message of a refusal. */
const messagesIn = (answer: unknown) => answer as { message?: string };

describe('acceptance by silence', () => {
  const received = new Date('2026-03-02T16:00:00+08:00').toISOString();
  const silent = () => story({ silenceDays: 5 }, received);
  const clerk = { staffId: 'clerk', name: '邓涛', orgId: 'org', orgName: '行政审批科' };
  const suspended: SideRecord = {
    id: 1,
    kind: 'suspension',
    taskId: 1,
    state: 'suspended',
    openedAt: received,
    openedBy: clerk,
    changedAt: received,
    changedBy: clerk,
    due: null,
    pauses: [],
    extension: null,
    data: {},
  };

  test('is at 2026-03-10 00:00, dated 2026-03-02, whenever the job runs (D1)', () => {
    expect(messagesIn(silent().open('2026-03-09T23:59', 'deem')).message).toBe('未到视为受理的时间');
    for (const at of ['2026-03-10T00:00', '2026-03-11T09:00']) {
      expect(silent().open(at, 'deem')).toMatchObject({
        state: 'deemed',
        data: { submittedAt: received },
        text: '5 个工作日内未告知补正，自 2026-03-02 收到申请之日起视为受理',
      });
    }
  });

  test('lets a correction be asked until 23:50 of the last day, and refuses it five minutes after midnight (D2)', () => {
    expect(silent().open('2026-03-09T23:50', 'ask', asked)).toMatchObject({ state: 'online' });
    expect(messagesIn(silent().open('2026-03-10T00:05', 'ask', asked)).message).toBe(
      '逾期未告知补正，自 2026-03-02 收到申请之日起视为受理，不能再要求补正',
    );
  });

  test('happens once, and not after a correction was asked', () => {
    const twice = silent();
    twice.open('2026-03-10T00:00', 'deem');
    expect(messagesIn(twice.open('2026-03-10T00:01', 'deem')).message).toBe('已视为受理');
    const answered = silent();
    answered.open('2026-03-06T09:00', 'ask', asked);
    expect(messagesIn(answered.open('2026-03-10T00:01', 'deem')).message).toBe('未到视为受理的时间');
  });

  test('waits while another record stops the clock, and for as long after it', () => {
    const order = silent();
    const pause = { from: '2026-03-04T02:00:00.000Z', until: '2026-03-06T02:00:00.000Z' };
    order.records.push({ ...suspended, pauses: [{ ...pause, until: null }] });
    expect(messagesIn(order.open('2026-03-20T09:00', 'deem')).message).toBe('未到视为受理的时间');
    order.records[0] = { ...suspended, pauses: [pause] };
    expect(messagesIn(order.open('2026-03-12T23:59', 'deem')).message).toBe('未到视为受理的时间');
    expect(order.open('2026-03-13T00:00', 'deem')).toMatchObject({ state: 'deemed' });
  });

  test('is no rule where the item has none, and not after the acceptance', () => {
    expect(story({}, received).open('2026-03-20T09:00', 'ask', asked)).toMatchObject({ state: 'online' });
    expect(story({ silenceDays: 5 }).open('2026-03-20T09:00', 'ask', asked)).toMatchObject({
      state: 'online',
    });
  });
});

describe('acceptance by silence after a correction', () => {
  const received = new Date('2026-03-02T16:00:00+08:00').toISOString();
  const files = { files: [['a'], ['b']], remark: '' };
  /** An application whose applicant submitted what was asked on 9 March at 10:00. */
  function corrected(settings: Partial<CorrectionSettings> = {}) {
    const order = story({ silenceDays: 5, ...settings }, received);
    order.open('2026-03-04T09:00', 'ask', asked);
    order.change('2026-03-09T10:00', 'submit', files);
    return order;
  }
  const submitted = new Date('2026-03-09T10:00:00+08:00').toISOString();
  const refusal = '逾期未处理补正的材料，自 2026-03-09 提交补正之日起视为受理，不能再要求补正';

  test('is at 2026-03-17 00:00, dated at the submission, whenever the job runs', () => {
    expect(messagesIn(corrected().open('2026-03-16T23:59', 'deem')).message).toBe('未到视为受理的时间');
    for (const at of ['2026-03-17T00:00', '2026-03-19T09:00']) {
      const order = corrected();
      expect(order.open(at, 'deem')).toMatchObject({
        state: 'deemed',
        data: { submittedAt: submitted },
        text: '提交补正后 5 个工作日内未作处理，自 2026-03-09 提交补正之日起视为受理',
      });
      expect(messagesIn(order.open(at, 'deem')).message).toBe('已视为受理');
      expect(order.records.map(({ state }) => state)).toEqual(['submitted', 'deemed']);
    }
  });

  test('comes too if the materials were found complete but the application was not accepted', () => {
    const order = corrected();
    order.change('2026-03-10T09:00', 'accept', {
      verdicts: [qualified, qualified],
      acceptsIncomplete: false,
    });
    expect(order.open('2026-03-17T00:00', 'deem')).toMatchObject({ data: { submittedAt: submitted } });
  });

  test('counts papers at the window from their arrival, not from their entry', () => {
    const order = story({ silenceDays: 5 }, received);
    order.open('2026-03-04T09:00', 'ask', { ...asked, category: CorrectionCategory.offline });
    order.change('2026-03-11T10:00', 'receive', {
      receivedAt: submitted,
      remark: '',
      verdicts: [qualified, qualified],
      acceptsIncomplete: false,
    });
    expect(order.open('2026-03-17T00:00', 'deem')).toMatchObject({ data: { submittedAt: submitted } });
  });

  test('starts again with the answer to a second request, and never while the applicant has to answer', () => {
    const order = corrected();
    const again = { verdicts: [qualified, failed], limit };
    expect(order.change('2026-03-16T23:50', 'again', again)).toMatchObject({ state: 'online' });
    expect(messagesIn(order.open('2026-03-27T09:00', 'deem')).message).toBe('未到视为受理的时间');
    order.change('2026-03-27T10:00', 'submit', { files: [['c']], remark: '' });
    expect(messagesIn(order.open('2026-04-03T23:59', 'deem')).message).toBe('未到视为受理的时间');
    expect(order.open('2026-04-04T00:00', 'deem')).toMatchObject({
      data: { submittedAt: new Date('2026-03-27T10:00:00+08:00').toISOString() },
    });
  });

  test('refuses a second request and a rejection after it, also before the job has run', () => {
    const order = corrected();
    order.results = [ProcessResult.notAccepted];
    const verdicts = [qualified, failed];
    for (const [name, input] of [
      ['again', { verdicts, limit }],
      ['decline', { verdicts }],
    ] as const)
      expect(messagesIn(order.change('2026-03-17T00:05', name, input)).message).toBe(refusal);
    order.open('2026-03-17T00:10', 'deem');
    expect(messagesIn(order.open('2026-03-17T00:11', 'ask', asked)).message).toBe('已有一项补正尚未完成');
  });

  test('does not follow a rejection in time, nor an answer that never came', () => {
    const declined = corrected();
    declined.results = [ProcessResult.notAccepted];
    declined.change('2026-03-12T09:00', 'decline', { verdicts: [qualified, failed] });
    expect(messagesIn(declined.open('2026-03-20T09:00', 'deem')).message).toBe('未到视为受理的时间');
    const expired = story({ silenceDays: 5 }, received);
    expired.open('2026-03-04T09:00', 'ask', asked);
    expired.change('2026-03-19T09:00', 'expire');
    expect(messagesIn(expired.open('2026-04-20T09:00', 'deem')).message).toBe('未到视为受理的时间');
  });
});
