import { describe, expect, test } from 'vitest';
import { buildDefinition } from '#test/workflow-model/definitions.ts';
import { createAddresseeLookup, person } from '#test/workflow-model/people.ts';
import {
  addSigners,
  answer,
  countersign,
  delegate,
  listActors,
  removeSigner,
  seatsOf,
  sign,
  taskFor,
} from '#test/workflow-model/seats.ts';
import { Story } from '#test/workflow-model/story.ts';

/**
 * Tests tasks for which no person is left to answer a request, or to do the next steps (docs/decisions/0105,
 * 0035).
 */

const user = { kind: 'userTask' } as const;
const handlerA = person('handler-a', 'a');

/** Node b follows a; an action that would open b without a candidate is refused. */
const strict = buildDefinition({
  key: '后续环节须有人',
  nodes: {
    start: { kind: 'start' },
    a: user,
    b: { ...user, emptyCandidates: 'refuse' },
    end: { kind: 'end' },
  },
  flows: ['start -> a', 'a -> b', 'b -> end'],
});

/** Returns an office that people leave while the order runs; `soleHolders` are the single holders of roles. */
function office(soleHolders: Readonly<Record<string, string>> = {}) {
  const absent = new Set<string>();
  const officeAddressee = createAddresseeLookup((key) => !absent.has(key));
  const addressee: typeof officeAddressee = (key) => {
    const entry = officeAddressee(key);
    const soleHolder = soleHolders[key];
    return (
      entry &&
      (soleHolder === undefined ? entry : { ...entry, soleStaffId: soleHolder, ableStaffIds: [soleHolder] })
    );
  };
  return { absent, world: { addressee } };
}

const signersAfter = (story: Story, ...names: string[]) =>
  addSigners(story, handlerA, story.task('a'), 'after', seatsOf(...names));

describe('task with signers after it', () => {
  test('is refused when the following flow would refuse it', () => {
    const { absent, world } = office();
    const story = new Story(strict, world).reach();
    expect(signersAfter(story, 's1')).toBeNull();
    absent.add('role:b');
    expect(story.handle('a')).toMatchObject({ refused: 'noCandidates' });
    expect(story.forward('a', { b: [] })).toMatchObject({ refused: 'nextHandlersIncomplete' });
    expect(story.forward('a', { b: ['staff:new'] })).toBeNull();
    expect(listActors(story)).toEqual(['s1']);
    expect(sign(story, 's1')).toBeNull();
    expect(story.task('b').candidates).toEqual(['staff:new']);
  });

  test('goes back to its handler with the reason when the flow can no longer continue', () => {
    const { absent, world } = office();
    const story = new Story(strict, world).reach();
    signersAfter(story, 's1', 's2');
    expect(story.handle('a')).toBeNull();
    expect(story.result).toBe(2004);
    expect(sign(story, 's1')).toBeNull();
    absent.add('role:b');
    expect(sign(story, 's2')).toBeNull();
    expect(listActors(story)).toEqual(['a']);
    expect(story.task('a')).toMatchObject({ candidates: ['staff:handler-a'], origin: 'restore' });
    expect(story.events.at(-1)).toMatchObject({
      type: 'gaveBack',
      taskId: story.task('a').id,
      reason: '加签意见已齐，但无法进入下一环节：环节“b”没有可用的处理人，请联系管理员',
    });
    expect(story.result).toBeNull();
    expect(story.order.panels.map(({ outcome }) => outcome)).toEqual(['done']);
    expect(story.forward('a', { b: ['staff:new'] })).toBeNull();
    expect(listActors(story)).toEqual(['b']);
  });

  test('also goes back when its last signer is removed', () => {
    const { absent, world } = office();
    const story = new Story(strict, world).reach();
    signersAfter(story, 's1');
    story.handle('a');
    absent.add('role:b');
    expect(removeSigner(story, handlerA, 1, 0)).toBeNull();
    expect(listActors(story)).toEqual(['a']);
  });

  test('records why a countersign that should continue went back', () => {
    const { absent, world } = office();
    const story = new Story(strict, world).reach();
    countersign(story, 'a', { seats: seatsOf('s1'), goes: 'on' });
    absent.add('role:b');
    expect(answer(story, 's1')).toBeNull();
    expect(listActors(story)).toEqual(['a']);
    expect(story.status).toBe(27);
    expect(story.events.find(({ type }) => type === 'gaveBack')).toMatchObject({
      reason: expect.stringContaining('会签已有结论，但无法进入下一环节'),
    });
  });
});

describe('countersigner who can no longer answer', () => {
  test('is awaited while others answer, and counts as absent when no other is left', () => {
    const { absent, world } = office();
    const story = new Story(strict, world).reach();
    countersign(story, 'a', { seats: seatsOf('s1', 's2', 's3'), rule: { kind: 'majority' } });
    absent.add('staff:s2');
    expect(answer(story, 's1')).toBeNull();
    expect(story.order.panels[0]?.seats[1]?.outcome).toBeNull();
    expect(answer(story, 's3', false)).toBeNull();
    expect(story.order.panels[0]).toMatchObject({
      outcome: 'failed',
      seats: [{}, { outcome: 'absent' }, {}],
    });
    expect(taskFor(story, 's2').outcome).toBe('closedByAbsence');
    expect(listActors(story)).toEqual(['a']);
  });

  test('can be removed before that by the person who asked', () => {
    const { absent, world } = office();
    const story = new Story(strict, world).reach();
    countersign(story, 'a', { seats: seatsOf('s1', 's2') });
    absent.add('staff:s2');
    expect(removeSigner(story, handlerA, 1, 1)).toBeNull();
    expect(answer(story, 's1')).toBeNull();
    expect(story.order.panels[0]?.outcome).toBe('passed');
  });

  test('does not block the next group', () => {
    const { absent, world } = office();
    const story = new Story(strict, world).reach();
    countersign(story, 'a', { seats: seatsOf(['s1', 's2'], 's3'), sequence: 'inOrder' });
    absent.add('staff:s2');
    answer(story, 's1');
    expect(listActors(story)).toEqual(['s3']);
  });

  test('is absent when the only holder of the position has already answered', () => {
    const soleHolders: Record<string, string> = {};
    const { world } = office(soleHolders);
    const story = new Story(strict, world).reach();
    const post = [{ group: 0, keys: ['role:post'] }];
    countersign(story, 'a', { seats: [...post, ...seatsOf('s1', 's2')] });
    soleHolders['role:post'] = 's1';
    answer(story, 's1');
    answer(story, 's2');
    expect(story.order.panels[0]?.seats.map(({ outcome }) => outcome)).toEqual([
      'absent',
      'passed',
      'passed',
    ]);
  });

  test('is refused as a position whose only holder is asked too', () => {
    const { world } = office({ 'role:post': 's1' });
    const seats = [{ group: 0, keys: ['role:post'] }, ...seatsOf('s1')];
    const story = new Story(strict, world).reach();
    const message = '“role:post”只有staff:s1一人可表态，不能与本人同时会签';
    expect(countersign(story, 'a', { seats })?.problems).toEqual([{ field: 'seats.0', message }]);
    countersign(story, 'a', { seats: seatsOf('s1', 's2') });
    const addition = {
      action: 'addToCountersign',
      panelId: 1,
      seats: seats.slice(0, 1),
      reason: '',
    } as const;
    expect(story.perform(handlerA, addition)?.problems).toEqual([{ field: 'seats.0', message }]);
  });

  test('is refused as a second position of the same only holder, or as that holder after the position', () => {
    const { world } = office({ 'role:post': 's1', 'role:other': 's1' });
    const posts = ['role:post', 'role:other'].map((key, group) => ({ group, keys: [key] }));
    const story = new Story(strict, world).reach();
    expect(countersign(story, 'a', { seats: posts })?.problems).toEqual([
      { field: 'seats.0', message: '“role:post”与“role:other”都只有staff:s1一人可表态，不能同时会签' },
      { field: 'seats.1', message: '“role:other”与“role:post”都只有staff:s1一人可表态，不能同时会签' },
    ]);
    countersign(story, 'a', { seats: [...posts.slice(0, 1), ...seatsOf('s2')] });
    const addition = { action: 'addToCountersign', panelId: 1, seats: seatsOf('s1'), reason: '' } as const;
    expect(story.perform(handlerA, addition)?.problems).toEqual([
      { field: 'seats.0', message: '“role:post”只有staff:s1一人可表态，不能与本人同时会签' },
    ]);
  });

  test('is replaced by the administrator when the seat opens', () => {
    const { absent, world } = office();
    const story = new Story(strict, world).reach();
    countersign(story, 'a', { seats: seatsOf('s1', 's2'), sequence: 'inOrder' });
    absent.add('staff:s2');
    answer(story, 's1');
    expect(listActors(story)).toEqual([strict.administratorKey]);
  });
});

test('a delegated task waits for its absent delegate until the requester removes the request', () => {
  const { absent, world } = office();
  const story = new Story(strict, world).reach();
  expect(delegate(story, 'a', 's1', true)).toBeNull();
  absent.add('staff:s1');
  expect(removeSigner(story, handlerA, 1, 0)).toBeNull();
  expect(listActors(story)).toEqual(['a']);
});
