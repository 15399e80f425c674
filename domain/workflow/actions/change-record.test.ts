import { describe, expect, test } from 'vitest';
import { person } from '#test/workflow-model/people.ts';
import { parallel, sequential } from '#test/workflow-model/samples.ts';
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
      settings: defaultRecordSettings,
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
