import { describe, expect, test } from 'vitest';
import { DayUnit } from '../enumerations/day-unit.ts';
import { PaperForm } from '../enumerations/paper-form.ts';
import { PaperState } from '../enumerations/paper-state.ts';
import { ProcessResult } from '../enumerations/process-result.ts';
import { SupplementTerm } from '../enumerations/supplement.ts';
import { WorkOrderStatus } from '../enumerations/work-order-status.ts';
import { paperIdOf } from '../materials/material-check.ts';
import type { Paper } from '../materials/materials.ts';
import type { RareData } from './rare-data.ts';
import { defaultRareSettings, RareExpiry, type RareSettings } from './rare-settings.ts';
import { rareRules, refuseByTerm } from './rare-supplement.ts';
import { RecordStory } from './test-story.ts';

const paper = (name: string, rare: boolean): Paper => ({
  name,
  form: PaperForm.copy,
  copies: 1,
  required: true,
  note: '',
  rare,
});
const plan = paper('平面布局图', true);
const rules = paper('食品安全管理制度', true);
const list = paper('设备清单', true);
const health = paper('健康证', false);
const papers = [plan, rules, list, health];
const lacking = (...of: Paper[]) =>
  of.map((one) => ({ id: paperIdOf(one), name: one.name, problem: PaperState.missing, reason: '' }));

const limit = { amount: 10, unit: DayUnit.workingDays };
const asked = {
  term: SupplementTerm.beforeCompletion,
  paperIds: [paperIdOf(plan), paperIdOf(rules)],
  limit,
  reminders: [1, 5, 0],
  promised: true,
  facts: { papers, outstanding: lacking(plan, rules) },
};
const story = (settings: Partial<RareSettings> = {}) =>
  new RecordStory(rareRules, { rare: { ...defaultRareSettings, enabled: true, ...settings } });
const messagesIn = (answer: unknown) =>
  answer as { message?: string; problems?: { field: string; message: string }[] };
const problemsOf = (change: object, settings: Partial<RareSettings> = {}) =>
  messagesIn(story(settings).open('2026-03-02T10:00', 'ask', { ...asked, ...change })).problems?.map(
    ({ message }) => message,
  );

describe('asking for a rare supplement (S1 §4, H01 to H03)', () => {
  test('takes listed materials with a promise; the clock runs on, and the order cannot be completed', () => {
    const order = story();
    expect(order.open('2026-03-02T10:00', 'ask', asked)).toMatchObject({
      state: 'pending',
      text: '容缺 2 份材料：平面布局图、食品安全管理制度；办结前补齐，期限 10 个工作日（2026-03-16 止）',
    });
    expect(order.meaning).toEqual({ label: '待补充', isOpen: true, holdsOrder: 'completion' });
  });

  test('refuses a material that may not be lacking, and one that the request leaves out', () => {
    const facts = { papers, outstanding: lacking(plan, health) };
    expect(problemsOf({ paperIds: [paperIdOf(plan)], facts })).toEqual([
      '“健康证”仍有问题，请一并容缺、要求补正，或者当场补齐后重新核对',
    ]);
    expect(problemsOf({ paperIds: [paperIdOf(plan), paperIdOf(health)], facts })).toEqual([
      '“健康证”不能容缺',
    ]);
  });

  test('refuses too many materials, an excluded combination, a missing promise and a wrong time, all at once', () => {
    const wrong = {
      paperIds: [plan, rules, list].map(paperIdOf),
      limit: { ...limit, amount: 200 },
      promised: false,
    };
    expect(problemsOf(wrong, { maxPapers: 2, excluded: [['平面布局图', '设备清单']] })).toEqual([
      '最多容缺 2 份材料',
      '“平面布局图”和“设备清单”不能同时容缺',
      '补充期限应为 1 至 180 天',
      '请先请申请人书面承诺按期补齐材料',
    ]);
    expect(problemsOf({ paperIds: [] })).toEqual(['请选择容缺的材料']);
    expect(problemsOf({ reminders: [10] })).toEqual(['提醒应在补充期限之内']);
  });

  test('is one at a time', () => {
    const order = story();
    order.open('2026-03-02T10:00', 'ask', asked);
    expect(messagesIn(order.open('2026-03-02T10:01', 'ask', asked)).message).toBe('已有一项容缺尚未补齐');
  });
});

describe('supplying (states 0 to 4, S1 §4)', () => {
  test('online waits for a review, can be rejected and supplied again', () => {
    const order = story();
    order.open('2026-03-02T10:00', 'ask', asked);
    expect(
      messagesIn(order.change('2026-03-03T10:00', 'submit', { files: [['a']], remark: '' })).problems,
    ).toEqual([{ field: 'files[1]', message: '请上传“食品安全管理制度”' }]);
    order.change('2026-03-03T10:00', 'submit', { files: [['a'], ['b']], remark: '' });
    expect(order.last).toMatchObject({ state: 'awaitingAudit', due: null });
    order.change('2026-03-03T11:00', 'reject', { reason: '制度没有盖章' });
    expect(order.last).toMatchObject({ state: 'rejected', due: { command: 'remind' } });
    order.change('2026-03-04T10:00', 'submit', { files: [['a'], ['c']], remark: '' });
    order.change('2026-03-04T11:00', 'accept');
    expect(order.last.state).toBe('done');
  });

  test('at the window is done at once', () => {
    const order = story();
    order.open('2026-03-02T10:00', 'ask', asked);
    order.change('2026-03-03T10:00', 'receive', { remark: '' });
    expect(order.meaning).toEqual({ label: '已补充', isOpen: false });
  });

  test('reminds at nine o’clock five days before, one day before and on the last day, then ends by itself', () => {
    const order = story();
    order.open('2026-03-02T10:00', 'ask', asked);
    const times: string[] = [];
    for (let due = order.last.due; due?.command === 'remind'; due = order.last.due) {
      times.push(due.at);
      order.change(new Date(Date.parse(due.at) + 8 * 3_600_000).toISOString().slice(0, 16), 'remind');
    }
    expect(times).toEqual([
      '2026-03-09T01:00:00.000Z',
      '2026-03-13T01:00:00.000Z',
      '2026-03-16T01:00:00.000Z',
    ]);
    expect(order.last.due).toEqual({ at: '2026-03-16T15:59:59.999Z', command: 'expire' });
    expect(messagesIn(order.change('2026-03-16T23:00', 'expire')).message).toBe('补充期限未到');
    expect(order.change('2026-03-17T00:00', 'expire')).toMatchObject({
      state: 'ended',
      text: '到期未补齐，终止容缺，按现有材料作出决定',
    });
  });

  test('ends later if days off were published after it was asked (暂定)', () => {
    const order = story();
    order.open('2026-03-02T10:00', 'ask', { ...asked, reminders: [] });
    order.holidays = { ...order.holidays, days: { '2026-03-16': { kind: 'holiday', name: '调整放假' } } };
    expect(order.change('2026-03-17T00:01', 'expire')).toMatchObject({
      state: 'pending',
      due: { at: '2026-03-17T15:59:59.999Z', command: 'expire' },
    });
    expect(order.change('2026-03-18T00:01', 'expire')).toMatchObject({ state: 'ended' });
  });

  test('reminds once for all that a job which was down for days has missed', () => {
    const order = story();
    order.open('2026-03-02T10:00', 'ask', asked);
    order.change('2026-03-14T10:00', 'remind');
    expect((order.last.data as RareData).remindAt).toEqual(['2026-03-16T01:00:00.000Z']);
  });

  test('returns the order where the item says so, and takes nothing after the limit', () => {
    const order = story({ expiry: RareExpiry.returned });
    order.open('2026-03-02T10:00', 'ask', asked);
    expect(messagesIn(order.change('2026-03-17T00:00', 'receive', { remark: '' })).message).toBe(
      '补充期限已过（2026-03-16 止）',
    );
    expect(order.change('2026-03-18T00:00', 'expire')).toMatchObject({
      endsWith: WorkOrderStatus.returnedAndConcluded,
    });
  });
});

describe('the term of a rare supplement (S1 §4)', () => {
  const refusedResults = (term: SupplementTerm) => {
    const order = story();
    order.open('2026-03-02T10:00', 'ask', { ...asked, term });
    const results = [
      ...Object.values(ProcessResult),
      WorkOrderStatus.permitGranted,
      WorkOrderStatus.permitRefused,
    ];
    return results.filter((result) => refuseByTerm(order.last, result) !== null);
  };

  test('stops the receipt (H01), a grant (H02) or the issue (H03), and nothing else', () => {
    expect(refusedResults(SupplementTerm.beforeReceipt)).toEqual([ProcessResult.receiptConfirmed]);
    expect(refusedResults(SupplementTerm.beforeCompletion)).toEqual([WorkOrderStatus.permitGranted]);
    expect(refusedResults(SupplementTerm.beforeIssue)).toEqual([ProcessResult.outputConfirmed]);
  });

  test('names the materials', () => {
    const order = story();
    order.open('2026-03-02T10:00', 'ask', { ...asked, term: SupplementTerm.beforeIssue });
    expect(refuseByTerm(order.last, ProcessResult.outputConfirmed)).toBe(
      '容缺的材料应在出证前补齐：平面布局图、食品安全管理制度',
    );
    order.change('2026-03-03T10:00', 'receive', { remark: '' });
    expect(refuseByTerm(order.last, ProcessResult.outputConfirmed)).toBeNull();
  });
});
