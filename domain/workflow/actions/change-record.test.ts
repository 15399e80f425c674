import { describe, expect, test } from 'vitest';
import { person } from '#test/workflow-model/people.ts';
import { parallel, sequential } from '#test/workflow-model/samples.ts';
import { addSigners, answer, countersign, delegate, expire, taskFor } from '#test/workflow-model/seats.ts';
import { Story } from '#test/workflow-model/story.ts';
import { type Actor, Permission } from '../../access/actor.ts';
import { defaultRecordSettings } from '../../records/record-settings.ts';
import type { RecordKind } from '../../records/side-record.ts';
import { limitRunOf } from '../limit-run.ts';
import { recordOffersFor } from '../record-offers.ts';

const leader: Actor = {
  ...person('leader'),
  permissions: new Set([...person('leader').permissions, Permission.approve]),
};
const otherLeader: Actor = { ...leader, staffId: 'other-leader', name: '另一领导' };
const withLimit = { ...sequential, limit: { amount: 20, unit: 'workingDay' as const } };

function give(
  story: Story,
  actor: Actor,
  kind: RecordKind,
  command: string,
  input: object,
  place: { recordId?: number; atTaskId?: number } = {},
) {
  const { recordId = null, atTaskId = null } = place;
  return story.perform(actor, { action: 'changeRecord', kind, command, recordId, atTaskId, input });
}

const suspension = { ground: 'other', reason: '等待鉴定' };
const suspend = (story: Story, nodeId = 'a') =>
  give(story, story.handlerOf(nodeId), 'suspension', 'suspend', suspension, {
    atTaskId: story.task(nodeId).id,
  });
const resume = (story: Story, nodeId = 'a') =>
  give(story, story.handlerOf(nodeId), 'suspension', 'resume', { reason: '鉴定完成' }, { recordId: 1 });

describe('a side record (S1 §4, corrections and other records)', () => {
  test('blocks the task to which it belongs until it is closed', () => {
    const story = new Story(sequential).reach();
    expect(suspend(story)).toBeNull();
    expect(story.handle('a')).toMatchObject({
      refused: 'recordOpen',
      message: expect.stringContaining('中止'),
    });
    expect(resume(story)).toBeNull();
    expect(story.handle('a')).toBeNull();
  });

  test('of one branch does not freeze its siblings', () => {
    const story = new Story(parallel).reach('p');
    const [first = '', second = ''] = story.open;
    expect(suspend(story, first)).toBeNull();
    expect(story.handle(first)).toMatchObject({ refused: 'recordOpen' });
    expect(story.handle(second)).toBeNull();
  });

  test('stops the clock of its step from its start to its end', () => {
    const story = new Story(sequential).reach();
    suspend(story);
    expect(limitRunOf(story.task('a'), story.order).pauses).toMatchObject([{ until: null, reason: '中止' }]);
    resume(story);
    expect(limitRunOf(story.task('a'), story.order).pauses).toMatchObject([{ until: expect.any(String) }]);
  });

  test('is closed when another action ends its visit, or the order', () => {
    const story = new Story(sequential).reach('a');
    suspend(story, 'b');
    const terminated = story.perform(story.handlerOf('b'), {
      action: 'terminate',
      taskId: story.task('b').id,
      buttonId: 'terminate',
      opinion: '不符合条件',
    });
    expect(terminated).toBeNull();
    expect(story.order.records).toMatchObject([
      { state: 'cancelled', pauses: [{ until: expect.any(String) }] },
    ]);
  });

  test('is refused to a person who is not the handler, and twice for one visit', () => {
    const story = new Story(sequential).reach();
    const stranger = person('stranger', 'c');
    expect(give(story, stranger, 'suspension', 'suspend', suspension, { atTaskId: 2 })).toMatchObject({
      refused: 'notYourTask',
    });
    suspend(story);
    expect(suspend(story)).toMatchObject({ refused: 'recordState', message: '该环节已中止办理' });
    expect(resume(story)).toBeNull();
    expect(resume(story)).toMatchObject({ refused: 'recordState' });
  });

  test('reports the problems of its input at their fields', () => {
    const story = new Story(withLimit).reach();
    const input = { days: 0, reason: ' ', granted: 0 };
    expect(give(story, leader, 'extension', 'grant', input)).toEqual({
      refused: 'badInput',
      problems: [
        { field: 'days', message: '延长天数应为 1 至 10' },
        { field: 'reason', message: '请填写延期原因' },
      ],
    });
  });

  test('two leaders do not extend at once: the second is told of the first', () => {
    const world = {
      records: {
        settings: { ...defaultRecordSettings, extension: { times: 3, maxDays: 10 } },
        holidays: { coveredYears: [], days: {} },
      },
    };
    const story = new Story(withLimit, world).reach();
    const input = { days: 5, reason: '情况复杂', granted: 0 };
    expect(give(story, leader, 'extension', 'grant', input)).toBeNull();
    expect(give(story, otherLeader, 'extension', 'grant', input)).toMatchObject({
      refused: 'recordState',
      message: '该办件刚刚已延期，请查看新的到期日后再决定',
    });
    expect(give(story, otherLeader, 'extension', 'grant', { ...input, granted: 1 })).toBeNull();
    expect(story.order.records).toMatchObject([{ extension: { days: 5 } }, { extension: { days: 5 } }]);
  });

  test('an extension is asked by a handler and decided by another person, as often as the item allows', () => {
    const story = new Story(withLimit).reach();
    const handler = story.handlerOf('a');
    const input = { days: 5, reason: '情况复杂', granted: 0 };
    expect(give(story, handler, 'extension', 'request', input, { atTaskId: 2 })).toBeNull();
    const ownApproval = { ...handler, permissions: leader.permissions };
    expect(give(story, ownApproval, 'extension', 'approve', { reason: '' }, { recordId: 1 })).toMatchObject({
      refused: 'recordState',
      message: '不能审批本人提出的延期申请',
    });
    expect(give(story, leader, 'extension', 'approve', { reason: '' }, { recordId: 1 })).toBeNull();
    expect(
      give(story, handler, 'extension', 'request', { ...input, granted: 1 }, { atTaskId: 2 }),
    ).toMatchObject({
      refused: 'recordState',
      message: '该事项最多延期 1 次，已全部使用',
    });
  });

  test('offers each person the commands that are possible', () => {
    const story = new Story(withLimit).reach();
    const records = {
      settings: { ...defaultRecordSettings, extension: { times: 1, maxDays: 10 } },
      holidays: { coveredYears: [], days: {} },
    };
    const now = new Date('2026-03-02T01:00:00Z');
    const offered = (actor: Actor) =>
      recordOffersFor(story.order, story.definition, actor, records, now).map(({ label }) => label);
    expect(offered(story.handlerOf('a'))).toEqual(['申请延期', '中止']);
    expect(offered(leader)).toEqual(['批准延期']);
    expect(offered(person('stranger', 'c'))).toEqual([]);
    suspend(story);
    expect(offered(story.handlerOf('a'))).toEqual(['申请延期', '中止', '恢复办理']);
  });
});

describe('a person who was asked for an opinion (S1 §4: 会签, 加签, 委派)', () => {
  const records = {
    settings: { ...defaultRecordSettings, merge: { enabled: true } },
    holidays: { coveredYears: [], days: {} },
  };
  const offeredTo = (story: Story, actor: Actor) =>
    recordOffersFor(story.order, story.definition, actor, records, new Date('2026-03-02T01:00:00Z'));
  const asked: [string, (story: Story) => unknown][] = [
    ['countersign', (story) => countersign(story, 'a')],
    [
      'signer',
      (story) =>
        addSigners(story, story.handlerOf('a'), story.task('a'), 'before', [
          { group: 1, keys: ['staff:s1'] },
        ]),
    ],
    ['delegation with return', (story) => delegate(story, 'a', 's1', true)],
  ];

  test.each(asked)('opens no record from the seat of a %s, and is offered none', (_kind, ask) => {
    const story = new Story(withLimit).reach();
    expect(ask(story)).toBeNull();
    const atTaskId = taskFor(story, 's1').id;
    expect(offeredTo(story, person('s1'))).toEqual([]);
    for (const [kind, command, input, place] of [
      ['suspension', 'suspend', suspension, { atTaskId }],
      ['suspension', 'suspend', suspension, {}],
      ['extension', 'request', { days: 5, reason: '情况复杂', granted: 0 }, { atTaskId }],
      ['merge', 'merge', { mainCode: 'x', mainId: 'x', reason: '同一事项', limit: 'main' }, {}],
    ] as const) {
      expect(give(story, person('s1'), kind, command, input, place), command).toMatchObject({
        refused: 'actionNotAllowed',
        message: '您是被征询意见的人员，该操作由本环节处理人办理',
      });
    }
    expect(story.order.records ?? []).toEqual([]);
  });

  test('leaves the step to its handler, who ends the round before the step gets a record', () => {
    const story = new Story(withLimit).reach();
    countersign(story, 'a');
    expect(suspend(story)).toMatchObject({ refused: 'taskHeld' });
    for (const name of ['s1', 's2', 's3']) answer(story, name);
    expect(suspend(story)).toBeNull();
    expect(
      give(story, person('s1'), 'suspension', 'resume', { reason: '好' }, { recordId: 1 }),
    ).toMatchObject({
      refused: 'notYourTask',
    });
    expect(resume(story)).toBeNull();
  });

  test('does not lose the answer to the limit of the round while a record of the whole order blocks it', () => {
    const story = new Story(parallel).reach('p');
    const [first = '', second = ''] = story.open;
    countersign(story, first, { goes: 'on', limit: { amount: 1, unit: 1 }, expiry: 'passed' });
    expect(give(story, story.handlerOf(second), 'suspension', 'suspend', suspension)).toBeNull();
    const past = '2020-01-01T00:00:00Z';
    expect(expire(story, 1, past)).toBeNull();
    expect(story.order.panels[0]?.outcome).toBeNull();
    expect(resume(story, second)).toBeNull();
    expect(expire(story, 1, past)).toBeNull();
    expect(story.order.panels[0]?.outcome).toBe('passed');
    expect(story.open).not.toContain(first);
  });
});
