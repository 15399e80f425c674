import { describe, expect, test } from 'vitest';
import { buildDefinition, choosingButtons } from '#test/workflow-model/definitions.ts';
import { createAddresseeLookup, person } from '#test/workflow-model/people.ts';
import { sequential } from '#test/workflow-model/samples.ts';
import {
  addSigners,
  answer,
  countersign,
  delegate,
  expire,
  listActors,
  removeSigner,
  seatsOf,
  taskFor,
} from '#test/workflow-model/seats.ts';
import { Story } from '#test/workflow-model/story.ts';
import { Permission } from '../../access/actor.ts';
import { checkCondition, createConditionEvaluator } from '../conditions/condition.ts';
import { kindsOfNames } from '../conditions/names.ts';

const user = { kind: 'userTask' } as const;
const choosing = { kind: 'userTask', buttons: choosingButtons } as const;
const handlerA = person('handler-a', 'a');
const atA = () => new Story(sequential).reach();

/** The matter administrator, who may reassign any task. */
const administrator = (() => {
  const base = person('matters');
  return { ...base, permissions: new Set([...base.permissions, Permission.reassign, Permission.administer]) };
})();

const callOff = (story: Story, by: ReturnType<typeof person>, panelId = 1) =>
  story.perform(by, { action: 'callOffCountersign', panelId, reason: '' });

describe('countersign after a reassignment or delegation', () => {
  test('belongs to the new handler of the task, who can cancel it or remove countersigners', () => {
    const story = atA();
    countersign(story, 'a');
    const reassign = {
      action: 'reassign',
      taskId: story.task('a').id,
      key: 'staff:new',
      reason: '休假',
    } as const;
    expect(story.perform(administrator, reassign)).toBeNull();
    expect(removeSigner(story, handlerA, 1, 0)).toMatchObject({ refused: 'notYourTask' });
    expect(removeSigner(story, person('new'), 1, 0)).toBeNull();
    expect(callOff(story, person('new'))).toBeNull();
    expect(listActors(story)).toEqual(['a']);
  });

  test('cannot be delegated by a countersigner to a person who may not answer', () => {
    const story = atA();
    countersign(story, 'a', { seats: seatsOf('s1', 's2', 's3') });
    expect(answer(story, 's2')).toBeNull();
    const seat = {
      action: 'delegate',
      taskId: taskFor(story, 's1').id,
      returns: false,
      opinion: '',
    } as const;
    for (const key of ['staff:handler-a', 'staff:s2']) {
      expect(story.perform(person('s1'), { ...seat, key })).toMatchObject({
        problems: [{ field: 'seats.0' }],
      });
      // Their opinion alone is allowed: the seat stays with the person who asks for it.
      expect(story.perform(person('s1'), { ...seat, key, returns: true })).toBeNull();
      expect(removeSigner(story, person('s1'), story.order.panels.length, 0)).toBeNull();
    }
    const reassign = { action: 'reassign', taskId: taskFor(story, 's1').id, reason: '休假' } as const;
    for (const key of ['staff:handler-a', 'staff:s2'])
      expect(story.perform(administrator, { ...reassign, key })).toMatchObject({
        problems: [{ field: 'key' }],
      });
    expect(story.perform(person('s1'), { ...seat, key: 'staff:s4' })).toBeNull();
    expect(listActors(story)).toEqual(['s3', 's4']);
  });

  test('cannot be delegated by a countersigner to a person with an open countersigner entry', () => {
    const story = atA();
    countersign(story, 'a', { seats: seatsOf('s1', 's2', 's3'), sequence: 'inOrder' });
    const { id: taskId } = taskFor(story, 's1');
    const seat = { action: 'delegate', taskId, returns: false, opinion: '' } as const;
    const message = '“staff:s3”已在本次会签中，一人只有一票';
    expect(story.perform(person('s1'), { ...seat, key: 'staff:s3' })?.problems).toEqual([
      { field: 'seats.0', message },
    ]);
    const reassign = { action: 'reassign', taskId, reason: '休假', key: 'staff:s3' } as const;
    expect(story.perform(administrator, reassign)?.problems).toEqual([{ field: 'key', message }]);
    expect(story.perform(person('s1'), { ...seat, key: 'staff:s4' })).toBeNull();
    // A person with such a seat gets no other seat, but may hand over their own.
    const more = { action: 'addToCountersign', panelId: 1, seats: seatsOf('s4'), reason: '' } as const;
    expect(story.perform(handlerA, more)?.problems).toHaveLength(1);
    const ownSeat = { ...seat, taskId: taskFor(story, 's4').id };
    expect(story.perform(person('s4'), { ...ownSeat, key: 'staff:s1' })).toBeNull();
    for (const name of ['s1', 's2', 's3']) expect(answer(story, name)).toBeNull();
    expect(story.order.panels[0]?.outcome).toBe('passed');
  });

  test('with signers after a task belongs to the delegate of the task, who can remove them', () => {
    const story = atA();
    addSigners(story, handlerA, story.task('a'), 'after', seatsOf('s1'));
    expect(delegate(story, 'a', 'other', false)).toBeNull();
    expect(removeSigner(story, person('other'), 1, 0)).toBeNull();
  });
});

describe('voter in a countersign', () => {
  test('is never the requester, not even as a member of a department', () => {
    const story = atA();
    countersign(story, 'a', { seats: [{ group: 0, keys: ['role:a'] }, ...seatsOf('s1')] });
    const seat = story.order.tasks.findLast(({ candidates }) => candidates.includes('role:a'))?.id ?? 0;
    const yes = { action: 'answerCountersign', taskId: seat, passes: true, opinion: '' } as const;
    expect(story.perform(handlerA, yes)).toMatchObject({ refused: 'notYourTask' });
    expect(story.perform(person('colleague', 'a'), yes)).toBeNull();
  });

  test('has one vote, also as a member of a department', () => {
    const story = atA();
    countersign(story, 'a', { seats: [{ group: 0, keys: ['role:x'] }, ...seatsOf('s1', 's2')] });
    const s1 = person('s1', 'x');
    expect(answer(story, 's1', true, s1)).toBeNull();
    const seat = story.order.tasks.findLast(({ candidates }) => candidates.includes('role:x'))?.id ?? 0;
    const yes = { action: 'answerCountersign', taskId: seat, passes: true, opinion: '' } as const;
    expect(story.perform(s1, yes)).toMatchObject({ refused: 'notYourTask' });
    expect(story.perform(person('x1', 'x'), yes)).toBeNull();
  });

  test('may be counted by a share of 1 to 100 percent only', () => {
    for (const percent of [0, -1, 101, 50.5, Number.NaN]) {
      const refused = countersign(atA(), 'a', { rule: { kind: 'share', percent } });
      expect(refused).toMatchObject({ refused: 'badInput' });
    }
    for (const percent of [1, 100])
      expect(countersign(atA(), 'a', { rule: { kind: 'share', percent } })).toBeNull();
  });
});

describe('result of a countersign', () => {
  test('applies in its own branch, independent of later results of other branches', () => {
    const branch = (id: string) => [
      `fork -> ${id}`,
      `${id} -> ${id}Gate`,
      `${id}Gate -> ${id}Yes | passedHere`,
      `${id}Gate -> ${id}No`,
    ];
    const story = new Story(
      buildDefinition({
        key: '各自会签',
        nodes: {
          start: { kind: 'start' },
          fork: { kind: 'parallel' },
          a: user,
          aGate: { kind: 'exclusive', defaultTo: 'aNo' },
          aYes: user,
          aNo: user,
          b: user,
          bGate: { kind: 'exclusive', defaultTo: 'bNo' },
          bYes: user,
          bNo: user,
          end: { kind: 'end' },
        },
        flows: [
          'start -> fork',
          ...branch('a'),
          ...branch('b'),
          'aYes -> end',
          'aNo -> end',
          'bYes -> end',
          'bNo -> end',
        ],
      }),
      {
        evaluateCondition: (_, { countersign: result }) =>
          (result as { passed?: boolean } | undefined)?.passed === true,
      },
    ).reach();
    countersign(story, 'a', { seats: seatsOf('s1') });
    expect(answer(story, 's1', true)).toBeNull();
    countersign(story, 'b', { seats: seatsOf('s2') });
    expect(answer(story, 's2', false)).toBeNull();
    expect(story.handle('a')).toBeNull();
    expect(story.handle('b')).toBeNull();
    expect(story.open).toEqual(['aYes', 'bNo']);
  });

  test('cannot be withdrawn with the task of its requester', () => {
    const story = atA();
    countersign(story, 'a', { seats: seatsOf('s1') });
    answer(story, 's1', false);
    story.handle('a');
    expect(story.withdraw('a', handlerA)).toMatchObject({ refused: 'withdrawNotAllowed' });
    const onward = atA();
    countersign(onward, 'a', { seats: seatsOf('s1'), goes: 'on' });
    answer(onward, 's1', false);
    expect(onward.open).toEqual(['b']);
    expect(onward.withdraw('a', handlerA)).toMatchObject({ refused: 'withdrawNotAllowed' });
  });

  test('goes back to the requester when a branch must be chosen meanwhile', () => {
    const story = new Story(
      buildDefinition({
        key: '被覆盖的直送',
        nodes: {
          start: { kind: 'start' },
          p: user,
          fork: { kind: 'parallel' },
          a: choosing,
          gate: { kind: 'exclusive', manual: true },
          x: user,
          y: user,
          merge: { kind: 'exclusive' },
          b0: user,
          b: user,
          join: { kind: 'parallel' },
          d: user,
          end: { kind: 'end' },
        },
        flows: [
          'start -> p',
          'p -> fork',
          'fork -> a',
          'a -> gate',
          'gate -> x',
          'gate -> y',
          'x -> merge',
          'y -> merge',
          'merge -> join',
          'fork -> b0',
          'b0 -> b',
          'b -> join',
          'join -> d',
          'd -> end',
        ],
      }),
    ).reach('p', 'b0');
    story.choose('a', ['x']);
    story.handle('x');
    story.handle('b');
    expect(story.return('d', ['a', 'b'], 'direct')).toBeNull();
    expect(countersign(story, 'a', { seats: seatsOf('s1', 's2'), goes: 'on' })).toBeNull();
    expect(answer(story, 's1')).toBeNull();
    expect(story.return('b', ['b0'], 'replay')).toBeNull();
    expect(answer(story, 's2')).toBeNull();
    expect(listActors(story)).toEqual(['a', 'b0']);
    expect(story.choose('a', ['y'])).toBeNull();
    expect(listActors(story)).toEqual(['b0', 'y']);
  });

  test('goes back to the requester when the next node has no available candidate', () => {
    const story = new Story(sequential, {
      addressee: createAddresseeLookup((key) => key !== 'role:b'),
    }).reach();
    countersign(story, 'a', { seats: seatsOf('s1', 's2'), goes: 'on', limit: { amount: 1, unit: 1 } });
    expect(answer(story, 's1')).toBeNull();
    expect(answer(story, 's2')).toBeNull();
    expect(listActors(story)).toEqual(['a']);
    expect(story.variables).toMatchObject({ countersign: { passed: true } });
    expect(story.handle('a')).toMatchObject({ refused: 'noCandidates' });
    expect(story.forward('a', { b: ['staff:li'] })).toBeNull();
    expect(listActors(story)).toEqual(['b']);
  });

  test('also goes back at its time limit, so that the system does not retry', () => {
    const story = new Story(sequential, {
      addressee: createAddresseeLookup((key) => key !== 'role:b'),
    }).reach();
    countersign(story, 'a', { seats: seatsOf('s1'), goes: 'on', limit: { amount: 1, unit: 1 } });
    expect(expire(story, 1, '2026-03-02T00:00:00Z')).toBeNull();
    expect(story.order.panels[0]?.outcome).toBe('failed');
    expect(listActors(story)).toEqual(['a']);
  });

  test.each([
    ['passed', true, 'yes'],
    ['failed', false, 'no'],
    ['not started', null, 'no'],
  ])('is readable for later conditions, and null before: %s', (_what, passes, opened) => {
    const definition = buildDefinition({
      key: '按会签结果分流',
      nodes: {
        start: { kind: 'start' },
        a: user,
        which: { kind: 'exclusive', defaultTo: 'no' },
        yes: user,
        no: user,
        end: { kind: 'end' },
      },
      flows: [
        ...['start -> a', 'a -> which', 'which -> yes | countersign.passed = true', 'which -> no'],
        ...['yes -> end', 'no -> end'],
      ],
    });
    expect(checkCondition('countersign.passed = true', kindsOfNames(definition))).toBeNull();
    const story = new Story(definition, { evaluateCondition: createConditionEvaluator() }).reach();
    if (passes !== null) {
      countersign(story, 'a', { seats: seatsOf('s1') });
      expect(answer(story, 's1', passes)).toBeNull();
    }
    expect(story.handle('a')).toBeNull();
    expect(story.open).toEqual([opened]);
  });
});
