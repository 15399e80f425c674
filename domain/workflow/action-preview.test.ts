import { describe, expect, test } from 'vitest';
import { buildDefinition, standardButtons } from '#test/workflow-model/definitions.ts';
import { contextOf, person } from '#test/workflow-model/people.ts';
import { parallel, sequential } from '#test/workflow-model/samples.ts';
import { Story } from '#test/workflow-model/story.ts';
import { isRefusal } from '../refusals/refusals.ts';
import { alwaysEndsOrder, previewAction } from './action-preview.ts';
import type { Command } from './actions/registry.ts';
import type { Task } from './model/model.ts';

const nodes = (tasks: readonly Task[]) => tasks.map(({ nodeId }) => nodeId).sort();

/**
 * Returns the effects of the command, with the names of nodes; by default the handler of the task's node
 * gives the command.
 */
function outcome(story: Story, command: Command, by?: string) {
  const task = 'taskId' in command ? story.order.tasks[command.taskId - 1] : undefined;
  const actor = by ? person(by) : person(`${task?.nodeId}-person`, task?.nodeId ?? '');
  const preview = previewAction(story.order, command, contextOf(story.definition, actor));
  if (isRefusal(preview)) return preview.refused;
  const { openedTasks, closedTasks, waitingJoins, orderEnd, stateAfter: _after, ...rest } = preview;
  return {
    ...rest,
    ends: orderEnd !== null,
    opens: nodes(openedTasks),
    closes: nodes(closedTasks),
    waitsAt: waitingJoins.map(({ nodeId }) => nodeId),
  };
}

const handle = (story: Story, nodeId: string): Command => ({
  action: 'handle',
  taskId: story.task(nodeId).id,
  buttonId: 'handle',
  opinion: '',
});
const terminate = (story: Story, nodeId: string): Command => ({
  action: 'terminate',
  taskId: story.task(nodeId).id,
  buttonId: 'terminate',
  opinion: '',
});

describe('action preview', () => {
  test('shows the next node, the closed task, and that the action can be undone', () => {
    const story = new Story(sequential).reach('a');
    expect(outcome(story, handle(story, 'b'))).toEqual({
      from: 4,
      to: 4,
      ends: false,
      opens: ['c'],
      closes: ['b'],
      waitsAt: [],
      undo: 'withdraw',
    });
  });

  test('shows that the order ends, normally or by termination, and that this cannot be undone', () => {
    const story = new Story(sequential).reach('a', 'b');
    const ending = { from: 4, ends: true, opens: [], closes: ['c'], waitsAt: [], undo: null };
    expect(outcome(story, handle(story, 'c'))).toEqual({ ...ending, to: 9 });
    expect(outcome(story, terminate(story, 'c'))).toEqual({ ...ending, to: 14 });
  });

  test('shows which tasks of other branches close, and the join at which the order waits', () => {
    const story = new Story(parallel).reach('p');
    expect(outcome(story, terminate(story, 'b'))).toMatchObject({ ends: true, closes: ['a', 'b'] });
    expect(outcome(story, handle(story, 'b'))).toMatchObject({ opens: [], closes: ['b'], waitsAt: ['join'] });
  });

  test('shows which tasks a return closes and opens, and how it can be undone', () => {
    const story = new Story(parallel).reach('p');
    const taskId = story.task('b').id;
    const back = { action: 'return', taskId, buttonId: 'return', opinion: '', way: 'replay' } as const;
    expect(outcome(story, { ...back, targetNodeIds: ['p'] })).toMatchObject({
      to: 32,
      ends: false,
      opens: ['p'],
      closes: ['a', 'b'],
      undo: null,
    });
    expect(outcome(story, { ...back, targetNodeIds: [] })).toBe('returnTargetRequired');
  });

  test('also covers recall and the submission after it', () => {
    const story = new Story(sequential).reach();
    expect(outcome(story, { action: 'recall', reason: '' }, 'initiator')).toMatchObject({
      opens: ['start'],
      closes: ['a'],
    });
    story.recall();
    const taskId = story.task('start').id;
    expect(outcome(story, { action: 'resubmit', taskId, opinion: '' }, 'initiator')).toMatchObject({
      from: 32,
      to: 31,
      opens: ['a'],
      undo: 'recall',
    });
  });

  test('is refused like the action itself, except for missing texts', () => {
    const story = new Story(sequential).reach();
    expect(outcome(story, handle(story, 'a'), 'stranger')).toBe('notYourTask');
    const withoutHandlers = { ...handle(story, 'a'), action: 'forward', buttonId: 'forward' } as Command;
    expect(outcome(story, withoutHandlers)).toBe('nextHandlersIncomplete');
  });

  test('changes nothing', () => {
    const story = new Story(parallel).reach('p');
    const before = JSON.stringify(story.order);
    outcome(story, terminate(story, 'b'));
    expect(JSON.stringify(story.order)).toBe(before);
  });
});

describe('button that ends the order', () => {
  const press = (story: Story, nodeId: string, facts = {}) =>
    alwaysEndsOrder(
      story.order,
      { taskId: story.task(nodeId).id, buttonId: 'handle' },
      { ...contextOf(story.definition, person(`${nodeId}-person`, nodeId)), ...facts },
    );

  test('is one whose flow leads to the end', () => {
    expect(press(new Story(sequential).reach('a'), 'b')).toBe(false);
    expect(press(new Story(sequential).reach('a', 'b'), 'c')).toBe(true);
  });

  test('is not one while other branches are open', () => {
    expect(press(new Story(parallel).reach('p'), 'b')).toBe(false);
  });

  test('is not one when a form decides the flow, with any values', () => {
    const byForm = buildDefinition({
      key: '表单决定',
      nodes: {
        start: { kind: 'start' },
        a: { kind: 'userTask', buttons: standardButtons },
        way: { kind: 'exclusive', defaultTo: 'end' },
        b: { kind: 'userTask', buttons: standardButtons },
        end: { kind: 'end' },
      },
      flows: ['start -> a', 'a -> way', 'way -> b | amount = 5', 'way -> end', 'b -> end'],
    });
    expect(press(new Story(byForm).reach(), 'a', { facts: { amount: 1 } })).toBe(false);
  });
});
