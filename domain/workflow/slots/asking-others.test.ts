import { describe, expect, test } from 'vitest';
import { person } from '#test/workflow-model/people.ts';
import { sequential } from '#test/workflow-model/samples.ts';
import {
  answer,
  countersign,
  delegate,
  expire,
  listActors,
  seatsOf,
  taskFor,
} from '#test/workflow-model/seats.ts';
import { Story } from '#test/workflow-model/story.ts';
import { availableActions } from '../available-actions.ts';
import { earlierHandlers } from '../decision/earlier-handlers.ts';
import { eventOfSchema5 } from '../versions/schema-5.ts';

/** Tests requests to others while they are at work, and the rules for late answers (docs/decisions/0094). */

const atA = () => new Story(sequential).reach();
const handlerA = person('handler-a', 'a');
const limit = { amount: 1, unit: 1 } as const;
const pastLimit = '2026-03-01T00:00:00.000Z';

describe('countersigner without an answer at the time limit', () => {
  const panelAfterExpiry = (expiry: 'noAnswer' | 'passed' | 'failed', rule: 'all' | 'majority' | 'veto') => {
    const story = atA();
    countersign(story, 'a', { seats: seatsOf('s1', 's2', 's3'), limit, expiry, rule: { kind: rule } });
    answer(story, 's1');
    expect(expire(story, 1, pastLimit)).toBeNull();
    return story.order.panels[0];
  };

  test.each([
    ['noAnswer', 'all', 'failed'],
    ['noAnswer', 'veto', 'passed'],
    ['passed', 'all', 'passed'],
    ['passed', 'majority', 'passed'],
    ['failed', 'veto', 'failed'],
    ['failed', 'majority', 'failed'],
  ] as const)('counts as %s under the rule %s: %s', (expiry, rule, outcome) => {
    const panel = panelAfterExpiry(expiry, rule);
    expect(panel?.outcome).toBe(outcome);
    // A missing answer is not recorded as an answer.
    expect(panel?.seats.map((seat) => seat.outcome)).toEqual(['passed', 'expired', 'expired']);
  });

  test('counts as no answer in events of schema 5', () => {
    const event = { type: 'panelOpened', panel: { seats: [{ group: 0 }] } };
    expect(eventOfSchema5(event)).toEqual({
      type: 'panelOpened',
      panel: { expiry: 'noAnswer', seats: [{ group: 0, groupName: null }] },
    });
  });
});

describe('running countersign', () => {
  const add = (story: Story, seats = seatsOf('s9'), by = handlerA) =>
    story.perform(by, { action: 'addToCountersign', panelId: 1, seats, reason: '增加' });

  test('can be extended with countersigners, who come last in order under the same rule', () => {
    const story = atA();
    countersign(story, 'a', { seats: seatsOf('s1', 's2'), sequence: 'inOrder' });
    expect(add(story, seatsOf('s8', 's9'))).toBeNull();
    for (const [staffId, next] of [
      ['s1', 's2'],
      ['s2', 's8'],
      ['s8', 's9'],
    ] as const) {
      expect(listActors(story)).toEqual([staffId]);
      expect(answer(story, staffId)).toBeNull();
      expect(listActors(story)).toEqual([next]);
    }
    expect(answer(story, 's9')).toBeNull();
    expect(listActors(story)).toEqual(['a']);
    expect(story.order.panels[0]?.outcome).toBe('passed');
  });

  test('cannot be extended by persons already asked, by another person, or after its decision', () => {
    const story = atA();
    countersign(story, 'a', { seats: [...seatsOf('s1'), { group: 1, keys: ['role:housing'] }] });
    answer(story, 's1');
    expect(add(story, seatsOf('s1'))?.problems?.[0]?.message).toBe('不同组之间人员、部门不可重复');
    const seat = story.order.tasks.findLast(({ candidates }) => candidates.includes('role:housing'));
    const housingOfficer = person('s5', 'housing');
    story.perform(housingOfficer, {
      action: 'answerCountersign',
      taskId: seat?.id ?? 0,
      passes: true,
      opinion: '',
    });
    expect(add(story)?.refused).toBe('taskAlreadyHandled');
    const other = atA();
    countersign(other, 'a', { seats: [...seatsOf('s1'), { group: 1, keys: ['role:housing'] }] });
    const housingTask = other.order.tasks.findLast(({ candidates }) => candidates.includes('role:housing'));
    other.perform(housingOfficer, {
      action: 'answerCountersign',
      taskId: housingTask?.id ?? 0,
      passes: true,
      opinion: '',
    });
    expect(add(other, seatsOf('s5'))?.problems?.[0]?.message).toContain('已表态');
    expect(add(other, seatsOf('s9'), person('s1'))?.refused).toBe('notYourTask');
    expect(add(other, [])?.problems).toEqual([{ field: 'seats', message: '请选择会签人员' }]);
  });

  test('can ask a removed countersigner again', () => {
    const story = atA();
    countersign(story, 'a', { seats: seatsOf('s1', 's2') });
    story.perform(handlerA, { action: 'removeSigner', panelId: 1, seat: 0, reason: '' });
    expect(add(story, seatsOf('s1'))).toBeNull();
    expect(listActors(story)).toEqual(['s1', 's2']);
  });

  test('shows answer and consultation buttons to open countersigners, not to others or after an answer', () => {
    const story = atA();
    countersign(story, 'a', { seats: seatsOf('s1', 's2') });
    const codes = (actor: ReturnType<typeof person>) =>
      availableActions(story.order, sequential, actor).bars.flatMap(({ buttons }) =>
        buttons.map(({ code }) => code),
      );
    expect(codes(person('s1'))).toEqual(['01', '02', 'add-signer', 'delegate']);
    expect(codes(handlerA)).toEqual([]);
    answer(story, 's1');
    expect(codes(person('s1'))).toEqual([]);
  });
});

describe('return to handler', () => {
  const returnTo = (story: Story, staffId: string, by = person('d1'), opinion = '请补充') =>
    story.perform(by, {
      action: 'returnToHandler',
      taskId: taskFor(story, by.staffId).id,
      key: `staff:${staffId}`,
      opinion,
    });

  test('asks an earlier handler of the task, whose answer returns directly without moving the flow', () => {
    const story = atA();
    delegate(story, 'a', 'd1', false);
    expect(earlierHandlers(story.order, taskFor(story, 'd1')).map(({ key }) => key)).toEqual([
      'staff:handler-a',
    ]);
    expect(returnTo(story, 'handler-a')).toBeNull();
    expect(listActors(story)).toEqual(['handler-a']);
    const taskId = taskFor(story, 'handler-a').id;
    const submit = (opinion: string) =>
      story.perform(handlerA, { action: 'submitToHandler', taskId, opinion });
    expect(submit('')?.refused).toBe('opinionRequired');
    expect(story.perform(handlerA, { action: 'sign', taskId, opinion: '同意' })?.refused).toBe(
      'actionNotAllowed',
    );
    expect(submit('已补充')).toBeNull();
    expect(taskFor(story, 'd1').outcome).toBeNull();
    expect(story.order.tokens).toHaveLength(2);
  });

  test('requires an opinion and an earlier handler, and reports both problems at once', () => {
    const story = atA();
    delegate(story, 'a', 'd1', false);
    expect(returnTo(story, 'handler-a', person('d1'), ' ')?.refused).toBe('opinionRequired');
    expect(returnTo(story, 'stranger', person('d1'), ' ')?.problems).toEqual([
      { field: 'seats.0', message: '该人员未办理过本环节' },
      { field: 'opinion', message: '【处理意见】填写处理意见' },
    ]);
    expect(returnTo(story, 'd1')?.refused).toBe('badInput');
  });

  test('is offered only when there is an earlier handler', () => {
    const story = atA();
    const offered = (actor: ReturnType<typeof person>) =>
      availableActions(story.order, sequential, actor).bars.some(({ buttons }) =>
        buttons.some(({ code }) => code === 'return-to-handler'),
      );
    expect(offered(handlerA)).toBe(false);
    delegate(story, 'a', 'd1', false);
    expect(offered(person('d1'))).toBe(true);
  });
});

test('a node without the button refuses countersign and delegation', () => {
  const node = sequential.nodes.a;
  if (node?.kind !== 'userTask') throw new Error('no task');
  const buttons = node.buttons.filter(({ code }) => code !== '3' && code !== 'delegate');
  const plain = { ...sequential, nodes: { ...sequential.nodes, a: { ...node, buttons } } };
  const story = new Story(plain).reach();
  expect(countersign(story, 'a')?.refused).toBe('actionNotAllowed');
  expect(delegate(story, 'a', 'd1', true)?.refused).toBe('actionNotAllowed');
});
