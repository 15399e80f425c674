import { describe, expect, test } from 'vitest';
import { buildDefinition } from '#test/workflow-model/definitions.ts';
import { person } from '#test/workflow-model/people.ts';
import { parallel, sequential } from '#test/workflow-model/samples.ts';
import { Story } from '#test/workflow-model/story.ts';

describe('withdrawal', () => {
  test('reopens the task while the next tasks are unhandled', () => {
    const story = new Story(sequential).reach('a');
    expect(story.withdraw('a')).toBeNull();
    expect(story.open).toEqual(['a']);
    expect(story.task('a').candidates).toEqual(['staff:handler-a']);
    expect(story.task('b').outcome).toBe('closedByWithdraw');
    expect(story.result).toBeNull();
    expect(story.status).toBe(4);
  });

  test('is possible across a fork until one of the branches is handled', () => {
    const story = new Story(parallel).reach('p');
    const actor = story.handlerOf('p');
    expect(story.withdraw('p')).toBeNull();
    story.handle('p', { by: actor });
    story.handle('a');
    expect(story.withdraw('p', actor)?.refused).toBe('withdrawNotAllowed');
  });

  test('out of a join keeps the other branch waiting there', () => {
    const story = new Story(parallel).reach('p', 'a', 'a2', 'b');
    story.withdraw('b');
    expect(story.open).toEqual(['b']);
    story.handle('b');
    expect(story.open).toEqual(['c']);
  });

  test.each([
    ['replay', undefined],
    ['direct', 'withdrawNotAllowed'],
  ] as const)('during a %s return of the other branch is refused with: %s', (way, refused) => {
    const story = new Story(parallel).reach('p', 'a', 'a2', 'b');
    story.return('c', ['b'], way);
    // 直送 would consume the token that waits at the join together with it again; a replay continues without
    // it.
    expect(story.withdraw('a2')?.refused).toBe(refused);
    expect(story.open).toEqual(refused === undefined ? ['a2', 'b'] : ['b']);
    if (refused === undefined) story.handle('a2');
    expect(story.handle('b')).toBeNull();
    expect(story.open).toEqual(['c']);
  });

  test('is limited to the handler, to nodes that allow it, and to tasks without a later return', () => {
    const story = new Story(sequential).reach('a');
    expect(story.withdraw('a', person('another', 'a'))?.refused).toBe('notYourTask');
    story.handle('b');
    const { id: taskId } = story.task('b');
    story.return('c', ['b']);
    const withdraw = { action: 'withdraw', taskId, reason: '' } as const;
    expect(story.perform(person('handler-b', 'b'), withdraw)?.refused).toBe('withdrawNotAllowed');
    const never = buildDefinition({
      key: '不可撤回',
      nodes: {
        start: { kind: 'start' },
        a: { kind: 'userTask', withdrawAllowed: false },
        b: { kind: 'userTask' },
        end: { kind: 'end' },
      },
      flows: ['start -> a', 'a -> b', 'b -> end'],
    });
    expect(new Story(never).reach('a').withdraw('a')?.refused).toBe('withdrawNotAllowed');
  });

  test('has a reason of at most 200 characters', () => {
    const story = new Story(sequential).reach('a');
    const refusal = story.withdraw('a', story.handlerOf('a'), '错'.repeat(201));
    expect(refusal?.problems).toEqual([{ field: 'reason', message: '撤回原因不能超过200个字符' }]);
  });
});

describe('recall of an order', () => {
  test('gives the order back to its initiator while no task is handled, and 提交 sends it again', () => {
    const story = new Story(parallel).reach();
    expect(story.recall()).toBeNull();
    expect(story.open).toEqual(['start']);
    expect(story.status).toBe(32);
    expect(story.task('p').outcome).toBe('closedByRecall');
    expect(story.recall()?.refused).toBe('recallNotAllowed');
    story.resubmit();
    expect(story.open).toEqual(['p']);
    expect(story.status).toBe(31);
  });

  test('is refused for other persons, after a task is handled, and when the definition forbids it', () => {
    const story = new Story(sequential).reach();
    expect(story.recall(person('another'))?.refused).toBe('notYourTask');
    story.handle('a');
    expect(story.recall()?.refused).toBe('recallNotAllowed');
    expect(new Story({ ...sequential, recall: 'never' }).reach().recall()?.refused).toBe('recallNotAllowed');
  });

  test('is possible again after a return and a new submission', () => {
    const story = new Story(sequential).reach();
    story.return('a', ['start']);
    story.resubmit();
    expect(story.recall()).toBeNull();
  });
});
