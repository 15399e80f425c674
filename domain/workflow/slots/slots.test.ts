import { describe, expect, test } from 'vitest';
import { buildDefinition } from '#test/workflow-model/definitions.ts';
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
  sign,
  taskFor,
} from '#test/workflow-model/seats.ts';
import { Story } from '#test/workflow-model/story.ts';
import { canWithdraw } from '../actions/queries.ts';

const user = { kind: 'userTask' } as const;

/** `p` forks into three branches with two tasks each. */
const branches = buildDefinition({
  key: '三个分支',
  nodes: {
    start: { kind: 'start' },
    p: user,
    fork: { kind: 'parallel' },
    a: user,
    b: user,
    b2: user,
    c: user,
    join: { kind: 'parallel' },
    d: user,
    end: { kind: 'end' },
  },
  flows: [
    'start -> p',
    'p -> fork',
    'fork -> a',
    'a -> join',
    'fork -> b',
    'b -> b2',
    'b2 -> join',
    'fork -> c',
    'c -> join',
    'join -> d',
    'd -> end',
  ],
});

/** Returns an office that people can leave while the order runs. */
function office() {
  const absent = new Set<string>();
  return { absent, world: { addressee: createAddresseeLookup((key) => !absent.has(key)) } };
}

const atA = (world = {}) => new Story(sequential, world).reach();
const handlerA = person('handler-a', 'a');
const limit = { amount: 1, unit: 1 } as const;

describe('consultation of other persons', () => {
  test('restores a countersign in one of three branches after a direct return to before the fork', () => {
    const story = new Story(branches).reach('p', 'b');
    countersign(story, 'b2', { seats: seatsOf('s1', 's2', 's3') });
    answer(story, 's1');
    const waiting = taskFor(story, 's2').openedAt;
    expect(story.return('c', ['p'], 'direct')).toBeNull();
    expect(listActors(story)).toEqual(['p']);
    expect(story.handle('p')).toBeNull();
    expect(listActors(story)).toEqual(['a', 'c', 's2', 's3']);
    expect(taskFor(story, 's2').openedAt).toBe(waiting);
    expect(story.handle('b2')?.refused).toBe('taskHeld');
    answer(story, 's2');
    answer(story, 's3');
    expect(listActors(story)).toEqual(['a', 'b2', 'c']);
    expect(story.variables).toMatchObject({ countersign: { passed: true } });
    for (const nodeId of ['b2', 'a', 'c', 'd']) expect(story.handle(nodeId)).toBeNull();
    expect(story.order.ended).not.toBeNull();
  });

  test('distinguishes a delegate who gives the task back from one who completes it for another', () => {
    const story = atA();
    expect(delegate(story, 'a', 'second', true)).toBeNull();
    expect(listActors(story)).toEqual(['second']);
    expect(story.handle('a')?.refused).toBe('taskHeld');
    expect(sign(story, 'second')).toBeNull();
    expect(listActors(story)).toEqual(['a']);
    expect(delegate(story, 'a', 'third', false)).toBeNull();
    const task = story.task('a');
    expect(task).toMatchObject({ candidates: ['staff:third'], onBehalfOf: { staffId: 'handler-a' } });
    expect(story.handle('a', { by: handlerA })?.refused).toBe('notYourTask');
    expect(story.handle('a', { by: person('third') })).toBeNull();
    expect(listActors(story)).toEqual(['b']);
  });

  test('allows a signer to add a signer', () => {
    const story = atA();
    addSigners(story, handlerA, story.task('a'), 'before', seatsOf('s1'));
    addSigners(story, person('s1'), taskFor(story, 's1'), 'before', seatsOf('s2'));
    expect(listActors(story)).toEqual(['s2']);
    expect(sign(story, 's1')?.refused).toBe('taskHeld');
    sign(story, 's2');
    expect(listActors(story)).toEqual(['s1']);
    addSigners(story, person('s1'), taskFor(story, 's1'), 'after', seatsOf('s3'));
    sign(story, 's1');
    expect(listActors(story)).toEqual(['s3']);
    sign(story, 's3');
    expect(listActors(story)).toEqual(['a']);
  });

  test('allows a consulted person to consult others, up to a maximum depth', () => {
    const story = atA();
    addSigners(story, handlerA, story.task('a'), 'before', seatsOf('s1'));
    const ask = (asker: string, next: string) =>
      addSigners(story, person(asker), taskFor(story, asker), 'before', seatsOf(next));
    expect(ask('s1', 's2')).toBeNull();
    expect(ask('s2', 's3')).toBeNull();
    expect(ask('s3', 's4')?.refused).toBe('actionNotAllowed');
  });

  test('decides the last two concurrent answers one after the other', () => {
    const both = atA();
    countersign(both, 'a', { seats: seatsOf('s1', 's2') });
    expect(answer(both, 's1')).toBeNull();
    expect(answer(both, 's1')?.refused).toBe('taskAlreadyHandled');
    expect(answer(both, 's2')).toBeNull();
    expect(listActors(both)).toEqual(['a']);

    const decided = atA();
    countersign(decided, 'a', { seats: seatsOf('s1', 's2', 's3'), rule: { kind: 'majority' } });
    answer(decided, 's1');
    answer(decided, 's2');
    expect(answer(decided, 's3')?.refused).toBe('taskAlreadyHandled');
    expect(taskFor(decided, 's3').outcome).toBe('closedByDecision');
  });

  test('refuses the second of a concurrent answer and removal of a signer', () => {
    const removed = atA();
    countersign(removed, 'a', { seats: seatsOf('s1', 's2') });
    answer(removed, 's1');
    expect(removeSigner(removed, handlerA, 1, 1)).toBeNull();
    expect(answer(removed, 's2')?.refused).toBe('taskAlreadyHandled');
    expect(removed.order.panels[0]?.outcome).toBe('passed');

    const answered = atA();
    countersign(answered, 'a', { seats: seatsOf('s1', 's2') });
    answer(answered, 's2', false);
    expect(removeSigner(answered, handlerA, 1, 1)?.refused).toBe('taskAlreadyHandled');
    expect(removeSigner(answered, person('other', 'a'), 1, 0)?.refused).toBe('notYourTask');
  });

  test('prevents a withdrawal by the previous handler, and by persons who have answered', () => {
    const story = new Story(sequential).reach('a');
    const { id } = story.task('a');
    expect(canWithdraw(story.order, sequential, id, handlerA)).toBe(true);
    countersign(story, 'b', { seats: seatsOf('s1', 's2', 's3', 's4', 's5') });
    expect(canWithdraw(story.order, sequential, id, handlerA)).toBe(false);
    answer(story, 's1');
    expect(story.withdraw('a')?.refused).toBe('withdrawNotAllowed');
    const answered = { action: 'withdraw', taskId: taskFor(story, 's1').id, reason: '' } as const;
    expect(story.perform(person('s1'), answered)?.refused).toBe('withdrawNotAllowed');
  });

  test('passes an absent member of a sequence to the administrator, or skips the member without one', () => {
    const { absent, world } = office();
    const story = atA(world);
    countersign(story, 'a', {
      seats: seatsOf('s1', 's2', 's3'),
      sequence: 'inOrder',
      rule: { kind: 'majority' },
    });
    expect(listActors(story)).toEqual(['s1']);
    absent.add('staff:s2');
    answer(story, 's1');
    expect(listActors(story)).toEqual([sequential.administratorKey]);
    absent.add(sequential.administratorKey);

    const without = atA(world);
    const seats = seatsOf('s1', 's3', 's4');
    countersign(without, 'a', { seats, sequence: 'inOrder', rule: { kind: 'all' } });
    absent.add('staff:s3');
    expect(answer(without, 's1')).toBeNull();
    expect(listActors(without)).toEqual(['s4']);
    answer(without, 's4');
    expect(without.order.panels[0]).toMatchObject({
      outcome: 'failed',
      seats: [{}, { outcome: 'absent' }, {}],
    });
    expect(listActors(without)).toEqual(['a']);
  });
});

describe('countersign', () => {
  test.each([
    ['all', { kind: 'all' }, [true, false, true], 'failed'],
    ['all', { kind: 'all' }, [true, true, true], 'passed'],
    ['majority, decided before the last answer', { kind: 'majority' }, [true, true], 'passed'],
    ['majority, no longer possible', { kind: 'majority' }, [false, false], 'failed'],
    ['a share', { kind: 'share', percent: 30 }, [true], 'passed'],
    ['a share, no longer possible', { kind: 'share', percent: 70 }, [false], 'failed'],
    ['veto, at the first rejection', { kind: 'veto' }, [true, false], 'failed'],
    ['veto, without any rejection', { kind: 'veto' }, [true, true, true], 'passed'],
  ] as const)('decides by the rule %s', (_, rule, answers, outcome) => {
    const story = atA();
    countersign(story, 'a', { rule });
    for (const [index, passes] of answers.entries()) {
      expect(story.order.panels[0]?.outcome, `before answer ${index + 1}`).toBeNull();
      answer(story, `s${index + 1}`, passes);
    }
    expect(story.order.panels[0]?.outcome).toBe(outcome);
    expect(story.variables).toMatchObject({ countersign: { passed: outcome === 'passed' } });
    expect(listActors(story)).toEqual(['a']);
  });

  test('accepts a yes without an opinion, but a no only with an opinion', () => {
    const story = atA();
    countersign(story, 'a');
    const answerAs = (staffId: string, passes: boolean, opinion: string) => {
      const taskId = taskFor(story, staffId).id;
      return story.perform(person(staffId), { action: 'answerCountersign', taskId, passes, opinion });
    };
    expect(answerAs('s1', false, ' ')?.refused).toBe('opinionRequired');
    expect(answerAs('s1', true, '')).toBeNull();
    expect(answerAs('s2', false, '未附报价')).toBeNull();
  });

  test('sets the status 26, and 27 until its requester acts', () => {
    const story = atA();
    countersign(story, 'a');
    expect(story.status).toBe(26);
    for (const staffId of ['s1', 's2', 's3']) answer(story, staffId);
    expect(story.status).toBe(27);
    story.handle('a');
    expect(story.status).toBe(4);
  });

  test('continues automatically in the name of the requester', () => {
    const story = atA();
    countersign(story, 'a', { seats: seatsOf('s1'), goes: 'on' });
    answer(story, 's1', false);
    expect(story.task('a')).toMatchObject({ outcome: 'handled', finishedBy: { staffId: 'handler-a' } });
    expect(listActors(story)).toEqual(['b']);
  });

  test('is allowed once per visit: 同一环节不可重复会签', () => {
    const story = atA();
    countersign(story, 'a', { seats: seatsOf('s1') });
    answer(story, 's1');
    expect(countersign(story, 'a')?.refused).toBe('countersignRepeated');
    story.handle('a');
    story.return('b', ['a']);
    expect(countersign(story, 'a')).toBeNull();
  });

  test('leaves no effect when cancelled before the first answer', () => {
    const story = atA();
    const callOff = (panelId: number) =>
      story.perform(handlerA, { action: 'callOffCountersign', panelId, reason: '人员有误' });
    countersign(story, 'a', { seats: seatsOf('s1', 's2') });
    expect(callOff(1)).toBeNull();
    expect(story.status).toBe(4);
    expect(countersign(story, 'a', { seats: seatsOf('s1', 's2') })).toBeNull();
    answer(story, 's1');
    expect(callOff(1)?.refused).toBe('taskAlreadyHandled');
    expect(callOff(2)).toMatchObject({ refused: 'actionNotAllowed', message: '已有人员表态，不能取消会签' });
  });

  test('asks one group after another', () => {
    const story = atA();
    countersign(story, 'a', { seats: seatsOf(['s1', 's2'], 's3'), sequence: 'inOrder' });
    expect(listActors(story)).toEqual(['s1', 's2']);
    answer(story, 's2');
    expect(listActors(story)).toEqual(['s1']);
    answer(story, 's1', false);
    expect(listActors(story)).toEqual(['s3']);
  });

  test('requires a reason and available persons, each once', () => {
    const { absent, world } = office();
    const story = atA(world);
    absent.add('staff:s2');
    const seats = seatsOf('s1', 's1', 's2', 'handler-a');
    const messages = (changes: object) =>
      countersign(story, 'a', changes)?.problems?.map(({ message }) => message);
    expect(messages({ reason: ' ', seats: [] })).toEqual(['请输入发起原因', '请选择会签人员']);
    expect(messages({ seats })).toEqual([
      '不同组之间人员、部门不可重复',
      '“staff:s2”已停用或无人在岗，不能指定为处理人',
      '不能指定自己为处理人',
    ]);
  });

  test('does not block other branches', () => {
    const story = new Story(branches).reach('p');
    countersign(story, 'a');
    expect(story.handle('b')).toBeNull();
    expect(story.withdraw('b')).toBeNull();
    expect(story.handle('c')).toBeNull();
  });

  test('loses its answers with its visit when the flow is replayed', () => {
    const story = new Story(branches).reach('p');
    countersign(story, 'a', { seats: seatsOf('s1') });
    answer(story, 's1');
    story.return('b', ['p']);
    expect(story.variables.countersign).toBeUndefined();
    story.handle('p');
    expect(countersign(story, 'a')).toBeNull();
  });
});

describe('time limit of a countersign', () => {
  test('counts missing answers as no answer, once', () => {
    const story = atA();
    countersign(story, 'a', { limit, rule: { kind: 'veto' } });
    answer(story, 's1');
    expect(expire(story, 1, '2026-03-03T00:00:00Z')).toBeNull();
    expect(story.order.panels[0]?.outcome).toBeNull();
    expect(expire(story, 1, '2026-03-01T00:00:00Z')).toBeNull();
    expect(story.order.panels[0]).toMatchObject({
      outcome: 'passed',
      seats: [{ outcome: 'passed' }, { outcome: 'expired' }, { outcome: 'expired' }],
    });
    expect(taskFor(story, 's2').outcome).toBe('closedByLimit');
    const { version } = story.order;
    expect(expire(story, 1, '2026-03-01T00:00:00Z')).toBeNull();
    expect(story.order.version).toBe(version);
  });

  test('has no effect on a countersign whose visit has ended', () => {
    const story = new Story(sequential).reach('a');
    countersign(story, 'b', { limit });
    expect(
      story.perform(story.handlerOf('b'), { action: 'expire', panelId: 1, limit: '2026-03-01' })?.refused,
    ).toBe('forbidden');
    const returned = new Story(branches).reach('p');
    countersign(returned, 'a', { limit });
    returned.return('b', ['p']);
    const { version } = returned.order;
    expect(expire(returned, 1, '2026-03-01T00:00:00Z')).toBeNull();
    expect(returned.order.version).toBe(version);
  });
});

describe('added signers', () => {
  test('after a task let the token move when all have signed, with the result of the handler', () => {
    const story = atA();
    addSigners(story, handlerA, story.task('a'), 'after', seatsOf('s1', 's2'), 'inOrder');
    expect(listActors(story)).toEqual(['a']);
    story.handle('a', { nextHandlers: {} });
    expect(story.result).toBe(2004);
    expect(listActors(story)).toEqual(['s1']);
    sign(story, 's1');
    sign(story, 's2');
    expect(listActors(story)).toEqual(['b']);
    expect(story.withdraw('a')?.refused).toBe('withdrawNotAllowed');
  });

  test('leave no consultation when the last one is removed', () => {
    const story = atA();
    addSigners(story, handlerA, story.task('a'), 'before', seatsOf('s1'));
    expect(removeSigner(story, handlerA, 1, 0)).toBeNull();
    expect(story.order.panels[0]?.outcome).toBe('calledOff');
    expect(listActors(story)).toEqual(['a']);
  });

  test('are removed together with the signers that they added', () => {
    const story = atA();
    addSigners(story, handlerA, story.task('a'), 'before', seatsOf('s1', 's2'));
    addSigners(story, person('s1'), taskFor(story, 's1'), 'before', seatsOf('s3'));
    removeSigner(story, handlerA, 1, 0);
    expect(taskFor(story, 's3').outcome).toBe('closedByRemoval');
    expect(listActors(story)).toEqual(['s2']);
  });
});
