import { describe, expect, test } from 'vitest';
import { choosingButtons, sketch } from '#test/workflow-model/definitions.ts';
import { ableWhere, person } from '#test/workflow-model/people.ts';
import { line } from '#test/workflow-model/samples.ts';
import {
  acting,
  addSigners,
  answer,
  countersign,
  delegate,
  expire,
  removeSigner,
  seatsOf,
  taskFor,
} from '#test/workflow-model/seats.ts';
import { Story } from '#test/workflow-model/story.ts';
import { Permission } from '../../access/actor.ts';
import { checkCondition, createConditionTest } from '../conditions/condition.ts';
import { kindsOfNames } from '../conditions/kinds.ts';

const user = { kind: 'userTask' } as const;
const choosing = { kind: 'userTask', buttons: choosingButtons } as const;
const handlerA = person('handler-a', 'a');
const atA = () => new Story(line).reach();

/** The matter administrator, who may reassign any task. */
const matters = (() => {
  const one = person('matters');
  return { ...one, permissions: new Set([...one.permissions, Permission.reassign, Permission.administer]) };
})();

const callOff = (story: Story, by: ReturnType<typeof person>, panelId = 1) =>
  story.give(by, { action: 'callOffCountersign', panelId, reason: '' });

describe('whose a panel is', () => {
  test('goes to whom the slot is reassigned, who may call it off and take seats off', () => {
    const story = atA();
    countersign(story, 'a');
    const reassign = {
      action: 'reassign',
      taskId: story.task('a').id,
      key: 'staff:new',
      reason: '休假',
    } as const;
    expect(story.give(matters, reassign)).toBeNull();
    expect(removeSigner(story, handlerA, 1, 0)).toMatchObject({ refused: 'notYourTask' });
    expect(removeSigner(story, person('new'), 1, 0)).toBeNull();
    expect(callOff(story, person('new'))).toBeNull();
    expect(acting(story)).toEqual(['a']);
  });

  test('is no reason to hand a seat over to somebody who may not answer it', () => {
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
      expect(story.give(person('s1'), { ...seat, key })).toMatchObject({ problems: [{ field: 'seats.0' }] });
      // Their opinion alone is allowed: the seat stays with the person who asks for it.
      expect(story.give(person('s1'), { ...seat, key, returns: true })).toBeNull();
      expect(removeSigner(story, person('s1'), story.order.panels.length, 0)).toBeNull();
    }
    const reassign = { action: 'reassign', taskId: taskFor(story, 's1').id, reason: '休假' } as const;
    for (const key of ['staff:handler-a', 'staff:s2'])
      expect(story.give(matters, { ...reassign, key })).toMatchObject({ problems: [{ field: 'key' }] });
    expect(story.give(person('s1'), { ...seat, key: 'staff:s4' })).toBeNull();
    expect(acting(story)).toEqual(['s3', 's4']);
  });

  test('is no reason either to hand a seat over to somebody who has another of it to answer', () => {
    const story = atA();
    countersign(story, 'a', { seats: seatsOf('s1', 's2', 's3'), sequence: 'inOrder' });
    const { id: taskId } = taskFor(story, 's1');
    const seat = { action: 'delegate', taskId, returns: false, opinion: '' } as const;
    const message = '“staff:s3”已在本次会签中，一人只有一票';
    expect(story.give(person('s1'), { ...seat, key: 'staff:s3' })?.problems).toEqual([
      { field: 'seats.0', message },
    ]);
    const reassign = { action: 'reassign', taskId, reason: '休假', key: 'staff:s3' } as const;
    expect(story.give(matters, reassign)?.problems).toEqual([{ field: 'key', message }]);
    expect(story.give(person('s1'), { ...seat, key: 'staff:s4' })).toBeNull();
    // A person with such a seat gets no other seat, but may hand over their own.
    const more = { action: 'addToCountersign', panelId: 1, seats: seatsOf('s4'), reason: '' } as const;
    expect(story.give(handlerA, more)?.problems).toHaveLength(1);
    const own = { ...seat, taskId: taskFor(story, 's4').id };
    expect(story.give(person('s4'), { ...own, key: 'staff:s1' })).toBeNull();
    for (const name of ['s1', 's2', 's3']) expect(answer(story, name)).toBeNull();
    expect(story.order.panels[0]?.outcome).toBe('passed');
  });

  test('goes to whom the slot is handed over with signers after it', () => {
    const story = atA();
    addSigners(story, handlerA, story.task('a'), 'after', seatsOf('s1'));
    expect(delegate(story, 'a', 'other', false)).toBeNull();
    expect(removeSigner(story, person('other'), 1, 0)).toBeNull();
  });
});

describe('who answers a countersign', () => {
  test('is never its promoter, in whatever way a seat came there', () => {
    const story = atA();
    countersign(story, 'a', { seats: [{ group: 0, keys: ['role:a'] }, ...seatsOf('s1')] });
    const seat = story.order.tasks.findLast(({ candidates }) => candidates.includes('role:a'))?.id ?? 0;
    const yes = { action: 'answerCountersign', taskId: seat, passes: true, opinion: '' } as const;
    expect(story.give(handlerA, yes)).toMatchObject({ refused: 'notYourTask' });
    expect(story.give(person('colleague', 'a'), yes)).toBeNull();
  });

  test('has one vote, also as one of a department', () => {
    const story = atA();
    countersign(story, 'a', { seats: [{ group: 0, keys: ['role:x'] }, ...seatsOf('s1', 's2')] });
    const s1 = person('s1', 'x');
    expect(answer(story, 's1', true, s1)).toBeNull();
    const seat = story.order.tasks.findLast(({ candidates }) => candidates.includes('role:x'))?.id ?? 0;
    const yes = { action: 'answerCountersign', taskId: seat, passes: true, opinion: '' } as const;
    expect(story.give(s1, yes)).toMatchObject({ refused: 'notYourTask' });
    expect(story.give(person('x1', 'x'), yes)).toBeNull();
  });

  test('and a share is from 1 to 100 percent', () => {
    for (const percent of [0, -1, 101, 50.5, Number.NaN]) {
      const refused = countersign(atA(), 'a', { rule: { kind: 'share', percent } });
      expect(refused).toMatchObject({ refused: 'badInput' });
    }
    for (const percent of [1, 100])
      expect(countersign(atA(), 'a', { rule: { kind: 'share', percent } })).toBeNull();
  });
});

describe('what a countersign decided', () => {
  test('counts in its own branch, whatever another branch decided since', () => {
    const branch = (id: string) => [
      `fork -> ${id}`,
      `${id} -> ${id}Gate`,
      `${id}Gate -> ${id}Yes | passedHere`,
      `${id}Gate -> ${id}No`,
    ];
    const story = new Story(
      sketch({
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
      { test: (_, { countersign: result }) => (result as { passed?: boolean } | undefined)?.passed === true },
    ).reach();
    countersign(story, 'a', { seats: seatsOf('s1') });
    expect(answer(story, 's1', true)).toBeNull();
    countersign(story, 'b', { seats: seatsOf('s2') });
    expect(answer(story, 's2', false)).toBeNull();
    expect(story.handle('a')).toBeNull();
    expect(story.handle('b')).toBeNull();
    expect(story.open).toEqual(['aYes', 'bNo']);
  });

  test('is not taken back by withdrawing what its promoter handled', () => {
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

  test('goes back to its promoter when meanwhile a branch must be chosen', () => {
    const story = new Story(
      sketch({
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
    expect(acting(story)).toEqual(['a', 'b0']);
    expect(story.choose('a', ['y'])).toBeNull();
    expect(acting(story)).toEqual(['b0', 'y']);
  });

  test('gives back what would go on where nobody is there for what comes next', () => {
    const story = new Story(line, { addressee: ableWhere((key) => key !== 'role:b') }).reach();
    countersign(story, 'a', { seats: seatsOf('s1', 's2'), goes: 'on', limit: { amount: 1, unit: 1 } });
    expect(answer(story, 's1')).toBeNull();
    expect(answer(story, 's2')).toBeNull();
    expect(acting(story)).toEqual(['a']);
    expect(story.variables).toMatchObject({ countersign: { passed: true } });
    expect(story.handle('a')).toMatchObject({ refused: 'noCandidates' });
    expect(story.forward('a', { b: ['staff:li'] })).toBeNull();
    expect(acting(story)).toEqual(['b']);
  });

  test('gives back at its limit as well, so that the system has not to try again', () => {
    const story = new Story(line, { addressee: ableWhere((key) => key !== 'role:b') }).reach();
    countersign(story, 'a', { seats: seatsOf('s1'), goes: 'on', limit: { amount: 1, unit: 1 } });
    expect(expire(story, 1, '2026-03-02T00:00:00Z')).toBeNull();
    expect(story.order.panels[0]?.outcome).toBe('failed');
    expect(acting(story)).toEqual(['a']);
  });

  test.each([
    ['passed', true, 'yes'],
    ['failed', false, 'no'],
    ['not been asked for', null, 'no'],
  ])('is open to the conditions behind it, and is nothing before: %s', (_what, passes, opened) => {
    const definition = sketch({
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
    const story = new Story(definition, { test: createConditionTest() }).reach();
    if (passes !== null) {
      countersign(story, 'a', { seats: seatsOf('s1') });
      expect(answer(story, 's1', passes)).toBeNull();
    }
    expect(story.handle('a')).toBeNull();
    expect(story.open).toEqual([opened]);
  });
});
