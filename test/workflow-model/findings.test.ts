/**
 * Findings 1, 2, 3, 6, 9 and 10 of ten errors that were found by attacking the core, each as the story that showed
 * it, so that none of them returns; findings 4, 5, 7 and 8 are in `findings-of-publishing.test.ts`.
 */
import { describe, expect, test } from 'vitest';
import { type Actor, Permission } from '#domain/access/actor.ts';
import { canWithdraw } from '#domain/workflow/actions/queries.ts';
import { actionOf } from '#domain/workflow/actions/registry.ts';
import { nextUserTasks } from '#domain/workflow/next-user-tasks.ts';
import { lintDefinition } from '#domain/workflow/publishing/lint.ts';
import { buildDefinition, button, type Sketch, standardButtons } from './definitions.ts';
import { contextOf, createAddresseeLookup, person } from './people.ts';
import { parallel } from './samples.ts';
import { Story } from './story.ts';

const user = { kind: 'userTask' } as const;
const start = { kind: 'start' } as const;
const end = { kind: 'end' } as const;

/** Returns a straight flow through the nodes, with `start` before and `end` after them. */
function straightFlow(nodes: Sketch['nodes'], more: Partial<Sketch> = {}) {
  const ids = ['start', ...Object.keys(nodes), 'end'];
  return buildDefinition({
    key: ids.join(),
    nodes: { start, ...nodes, end },
    flows: ids.slice(1).map((id, index) => `${ids[index]} -> ${id}`),
    ...more,
  });
}

/** Returns a world in which people can leave while the order runs, so that their keys match nobody. */
function office() {
  const absent = new Set<string>();
  return { absent, world: { addressee: createAddresseeLookup((key) => !absent.has(key)) } };
}

describe('finding 1: a duplicate token that blocks an order', () => {
  const definition = buildDefinition({
    key: '包容在并行之内',
    variables: { yes: true },
    nodes: {
      start,
      p: user,
      fork: { kind: 'parallel' },
      split: { kind: 'inclusive' },
      a: user,
      b: user,
      j1: { kind: 'inclusive' },
      m: user,
      y: user,
      join: { kind: 'parallel' },
      d: user,
      end,
    },
    flows: [
      'start -> p',
      'p -> fork',
      'fork -> split',
      'split -> a | yes',
      'split -> b | yes = true',
      'a -> j1',
      'b -> j1',
      'j1 -> m',
      'm -> join',
      'fork -> y',
      'y -> join',
      'join -> d',
      'd -> end',
    ],
  });

  test('a done target of an open direct return still counts at the join, and the order ends', () => {
    const story = new Story(definition).reach('p', 'a', 'b', 'm', 'y');
    story.return('d', ['a', 'y'], 'direct');
    expect(story.handle('a')).toBeNull();
    expect(story.open).toEqual(['y']);
    expect(story.handle('y')).toBeNull();
    expect(story.open).toEqual(['d']);
    expect(story.handle('d')).toBeNull();
    expect(story.order.ended).not.toBeNull();
  });
});

describe('finding 2: returned tasks without a handler', () => {
  test('a return to an absent initiator goes to the administrator', () => {
    const { absent, world } = office();
    const story = new Story(straightFlow({ a: user }), world).reach();
    absent.add('staff:initiator');
    expect(story.return('a', ['start'])).toBeNull();
    expect(story.task('start')).toMatchObject({ outcome: null, candidates: ['role:admin'] });
  });

  test('a return to a node with an absent handler and an empty role goes to the administrator', () => {
    const { absent, world } = office();
    const story = new Story(
      straightFlow({ a: { ...user, emptyCandidates: 'administrator' }, b: user }),
      world,
    );
    story.reach('a');
    absent.add('staff:handler-a').add('role:a');
    expect(story.return('b', ['a'])).toBeNull();
    expect(story.task('a')).toMatchObject({ outcome: null, candidates: ['role:admin'] });
  });

  test('a direct return to a named handler who has left goes to the candidates of the node', () => {
    const { absent, world } = office();
    const story = new Story(straightFlow({ a: user, b: user, c: user }), world).reach();
    story.forward('a', { b: ['staff:named'] });
    expect(story.return('b', ['a'], 'direct')).toBeNull();
    absent.add('staff:named');
    expect(story.handle('a')).toBeNull();
    expect(story.task('b')).toMatchObject({ outcome: null, candidates: ['role:b'] });
  });
});

describe('finding 3: named handlers who have left', () => {
  const definition = buildDefinition({
    key: '汇聚后可跳过',
    nodes: {
      start,
      p: user,
      fork: { kind: 'parallel' },
      a: user,
      b: user,
      join: { kind: 'parallel' },
      approval: { ...user, emptyCandidates: 'skip' },
      c: user,
      end,
    },
    flows: [
      'start -> p',
      'p -> fork',
      'fork -> a',
      'fork -> b',
      'a -> join',
      'b -> join',
      'join -> approval',
      'approval -> c',
      'c -> end',
    ],
  });

  test('an approval is not skipped when its named handler has left', () => {
    const { absent, world } = office();
    const story = new Story(definition, world).reach('p');
    expect(story.forward('a', { approval: ['staff:named'] })).toBeNull();
    absent.add('staff:named');
    expect(story.handle('b')).toBeNull();
    expect(story.open).toEqual(['approval']);
    expect(story.task('approval').candidates).toEqual(['role:approval']);
  });
});

describe('finding 6: result and variables of an undone step', () => {
  const taskWithTwoResults = {
    ...user,
    buttons: [
      ...standardButtons.filter(({ code }) => actionOf(code) !== 'handle'),
      button('yes', '1', '通过', { resultCode: 2004, sets: { passed: true } }),
      button('no', '1', '不通过', { resultCode: 1002, sets: { passed: false } }),
    ],
  };
  const definition = straightFlow(
    { a: taskWithTwoResults, b: user, c: user },
    { variables: { passed: 'open' } },
  );
  const press = (buttonId: string) => ({ buttonId });

  test('are removed by each withdraw after handling', () => {
    const story = new Story(definition).reach();
    for (const buttonId of ['yes', 'no']) {
      story.handle('a', press(buttonId));
      expect(story.withdraw('a')).toBeNull();
      expect(story.result).toBeNull();
      expect(story.variables).toMatchObject({ passed: 'open' });
    }
  });

  test('are removed by a return and restored by the direct return', () => {
    const story = new Story(definition).reach();
    story.handle('a', press('yes'));
    expect(story.return('b', ['start'], 'direct')).toBeNull();
    expect(story.variables).toMatchObject({ passed: 'open' });
    expect(story.result).toBeNull();
    expect(story.resubmit()).toBeNull();
    expect(story.variables).toMatchObject({ passed: true });
    expect(story.result).toBe(2004);
  });
});

describe('finding 9: incomplete previews', () => {
  test('a return during an open direct return previews closed, opened and waiting nodes', () => {
    const story = new Story(parallel).reach('p', 'a', 'a2', 'b');
    story.return('c', ['a2', 'b'], 'direct');
    story.handle('b');
    expect(story.previewReturn('a2', ['a'])).toMatchObject({
      closedTasks: [{ nodeId: 'a2' }],
      openedTasks: [{ nodeId: 'a' }],
      waitingJoins: [{ nodeId: 'join' }],
    });
    expect(story.previewReturn('a2', ['a'], 'direct')).toMatchObject({ waitingJoins: [] });
    story.return('a2', ['a']);
    expect(story.open).toEqual(['a']);
    story.handle('a');
    story.handle('a2');
    expect(story.open).toEqual(['c']);
  });

  test('the next tasks include handlers that the other branch of a join has named', () => {
    const definition = buildDefinition({
      key: '汇聚前指定',
      nodes: {
        start,
        fork: { kind: 'parallel' },
        a: user,
        b: user,
        join: { kind: 'parallel' },
        c: user,
        end,
      },
      flows: ['start -> fork', 'fork -> a', 'fork -> b', 'a -> join', 'b -> join', 'join -> c', 'c -> end'],
    });
    const story = new Story(definition).reach();
    story.forward('a', { c: ['staff:named'] });
    const context = contextOf(definition, story.handlerOf('b'));
    const question = { taskId: story.task('b').id, buttonId: 'handle' };
    expect(nextUserTasks(story.order, question, context)).toMatchObject([
      { nodeId: 'c', candidates: ['staff:named'] },
    ]);
    story.handle('b');
    expect(story.task('c').candidates).toEqual(['staff:named']);
  });
});

describe('finding 10: unnecessary restrictions', () => {
  const branches = buildDefinition({
    key: '三个分支',
    nodes: {
      start,
      p: user,
      fork: { kind: 'parallel' },
      a: user,
      a2: user,
      b: user,
      b2: user,
      join: { kind: 'parallel' },
      c: user,
      end,
    },
    flows: [
      'start -> p',
      'p -> fork',
      'fork -> a',
      'a -> a2',
      'a2 -> join',
      'fork -> b',
      'b -> b2',
      'b2 -> join',
      'join -> c',
      'c -> end',
    ],
  });

  test('a return in one branch leaves a done step of another branch open to withdraw', () => {
    const story = new Story(branches).reach('p', 'a', 'b');
    story.return('a2', ['a']);
    const done = story.task('b');
    expect(canWithdraw(story.order, branches, done.id, person('handler-b', 'b'))).toBe(true);
    expect(story.withdraw('b')).toBeNull();
    expect(story.open).toEqual(['a', 'b']);
    expect(story.withdraw('a', person('handler-a', 'a'))?.refused).toBeDefined();
  });

  test('a direct return keeps the opening times of sibling tasks', () => {
    const times = ['2026-03-02T01:00:00Z', '2026-03-05T01:00:00Z'].map((at) => new Date(at));
    const now = { now: times[0] as Date };
    const world = Object.defineProperty({}, 'now', { enumerable: true, get: () => now.now });
    const story = new Story(branches, world).reach('p', 'a', 'b');
    const { openedAt } = story.task('b2');
    story.return('a2', ['p'], 'direct');
    now.now = times[1] as Date;
    expect(story.handle('p')).toBeNull();
    expect(story.open).toEqual(['a2', 'b2']);
    expect(story.task('b2').openedAt).toBe(openedAt);
  });

  test('a returned task of an absent person can be reassigned, and the direct return stays valid', () => {
    const { absent, world } = office();
    const story = new Story(branches, world).reach('p', 'a', 'b');
    story.return('a2', ['a'], 'direct');
    const bound = story.task('a');
    expect(bound.candidates).toEqual(['staff:handler-a']);
    absent.add('staff:handler-a');
    const plain = person('administrator', 'admin');
    const permissions = new Set([...plain.permissions, Permission.reassign, Permission.administer]);
    const reassign = (by: Actor) =>
      story.perform(by, { action: 'reassign', taskId: bound.id, key: 'staff:other', reason: '休假' });
    expect(reassign(plain)?.refused).toBe('forbidden');
    expect(reassign({ ...plain, permissions })).toBeNull();
    expect(story.task('a')).toMatchObject({ candidates: ['staff:other'], tokenId: bound.tokenId });
    expect(story.open).toEqual(['a', 'b2']);
    expect(story.handle('a', { by: person('other') })).toBeNull();
    expect(story.open).toEqual(['a2', 'b2']);
  });

  test('branches with different results need a precedence, and then their sequence does not matter', () => {
    const ends = (more: Partial<Sketch>) =>
      buildDefinition({
        key: '结果不同',
        nodes: {
          start,
          fork: { kind: 'parallel' },
          a: user,
          b: user,
          granted: { kind: 'end', result: 12 },
          refused: { kind: 'end', result: 13 },
        },
        flows: ['start -> fork', 'fork -> a', 'fork -> b', 'a -> granted', 'b -> refused'],
        ...more,
      });
    expect(lintDefinition(ends({}))).not.toEqual([]);
    const stated = ends({ resultPrecedence: [13, 12] });
    expect(lintDefinition(stated)).toEqual([]);
    expect(new Story(stated).reach('a', 'b').status).toBe(13);
    expect(new Story(stated).reach('b', 'a').status).toBe(13);
  });
});
