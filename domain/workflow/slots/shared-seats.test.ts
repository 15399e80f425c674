import { describe, expect, test } from 'vitest';
import { createAddresseeLookup, person } from '#test/workflow-model/people.ts';
import { sequential } from '#test/workflow-model/samples.ts';
import { answer, countersign, listActors, seatsOf, taskFor } from '#test/workflow-model/seats.ts';
import { Story } from '#test/workflow-model/story.ts';
import { Permission } from '../../access/actor.ts';
import { availableActions } from '../available-actions.ts';

/** Tests seats that several people may answer, together with seats of single people (docs/decisions/0105). */

const administrator = (() => {
  const base = person('matters');
  return { ...base, permissions: new Set([...base.permissions, Permission.reassign, Permission.administer]) };
})();
const handlerA = person('handler-a', 'a');

/** Returns an office with departments; people join and leave it while the order runs. */
function office(departments: Record<string, string[]>) {
  const absent = new Set<string>();
  const holds = (staffId: string) => [
    `staff:${staffId}`,
    ...Object.keys(departments).filter((key) => departments[key]?.includes(staffId)),
  ];
  const presentIn = (key: string) => (departments[key] ?? []).filter((staffId) => !absent.has(staffId));
  const addressee = createAddresseeLookup(
    (key) => (departments[key] ? presentIn(key).length > 0 : !absent.has(key.slice('staff:'.length))),
    holds,
    (key) => (departments[key] ? presentIn(key) : undefined),
  );
  const actorOf = (staffId: string) => ({ ...person(staffId), keys: holds(staffId) });
  return { absent, departments, who: actorOf, world: { addressee } };
}

const sharedSeats = (...keys: string[]) => keys.map((key, group) => ({ group, keys: [key] }));
const taskOfSeat = (story: Story, seat: number) => story.order.panels[0]?.seats[seat]?.taskId ?? 0;
const answerYes = (story: Story, seat: number, by: ReturnType<typeof person>) =>
  story.perform(by, {
    action: 'answerCountersign',
    taskId: taskOfSeat(story, seat),
    passes: true,
    opinion: '',
  });
const outcomes = (story: Story) => story.order.panels[0]?.seats.map(({ outcome }) => outcome);

describe('person asked both directly and through a department', () => {
  test('answers the direct request, whichever is named, and leaves the department to the others', () => {
    const { who: actorOf, world } = office({ 'role:dept': ['s1', 's2'] });
    const story = new Story(sequential, world).reach();
    countersign(story, 'a', { seats: [...sharedSeats('role:dept'), ...seatsOf('s1')] });
    expect(answerYes(story, 0, actorOf('s1'))).toBeNull();
    expect(outcomes(story)).toEqual([null, 'passed']);
    expect(answerYes(story, 0, actorOf('s1'))).toMatchObject({ refused: 'notYourTask' });
    expect(answerYes(story, 0, actorOf('s2'))).toBeNull();
    expect(story.order.panels[0]?.outcome).toBe('passed');
  });

  test('answers the direct request also after a colleague answered for the named department', () => {
    const { who: actorOf, world } = office({ 'role:dept': ['s1', 's2', 's3'] });
    const story = new Story(sequential, world).reach();
    countersign(story, 'a', { seats: [...sharedSeats('role:dept'), ...seatsOf('s1')] });
    expect(answerYes(story, 0, actorOf('s2'))).toBeNull();
    expect(answerYes(story, 0, actorOf('s3'))).toMatchObject({ refused: 'taskAlreadyHandled' });
    expect(answerYes(story, 0, actorOf('s1'))).toBeNull();
    expect(story.order.panels[0]?.outcome).toBe('passed');
  });

  test('has no buttons for the department, and is refused there before the own turn', () => {
    const { who: actorOf, world } = office({ 'role:dept': ['s1', 's2'] });
    const story = new Story(sequential, world).reach();
    const seats = [...sharedSeats('role:dept'), { group: 1, keys: ['staff:s1'] }];
    countersign(story, 'a', { seats, sequence: 'inOrder' });
    expect(availableActions(story.order, sequential, actorOf('s1')).bars).toEqual([]);
    expect(answerYes(story, 0, actorOf('s1'))).toMatchObject({
      refused: 'notYourTask',
      message: '您在本次会签中另有席位，轮到时再表态',
    });
    expect(answerYes(story, 0, actorOf('s2'))).toBeNull();
    expect(answerYes(story, 1, actorOf('s1'))).toBeNull();
    expect(story.order.panels[0]?.outcome).toBe('passed');
  });

  test('answers for the department that has no other member, and leaves the other department', () => {
    const { who: actorOf, world } = office({ 'role:both': ['s1', 's2'], 'role:alone': ['s1'] });
    const story = new Story(sequential, world).reach();
    countersign(story, 'a', { seats: sharedSeats('role:both', 'role:alone') });
    expect(answerYes(story, 0, actorOf('s1'))).toBeNull();
    expect(outcomes(story)).toEqual([null, 'passed']);
    expect(answerYes(story, 0, actorOf('s2'))).toBeNull();
    expect(story.order.panels[0]?.outcome).toBe('passed');
  });

  test('cannot delegate at a department where the person has no vote', () => {
    const { who: actorOf, world } = office({ 'role:dept': ['s1', 's2', 'handler-a'] });
    const story = new Story(sequential, world).reach();
    countersign(story, 'a', { seats: [...sharedSeats('role:dept'), ...seatsOf('s1')] });
    const delegate = { taskId: taskOfSeat(story, 0), key: 'staff:s9', returns: false, opinion: '' };
    for (const by of [actorOf('s1'), actorOf('handler-a')])
      expect(story.perform(by, { action: 'delegate', ...delegate })).toMatchObject({
        refused: 'notYourTask',
      });
    expect(story.perform(actorOf('s2'), { action: 'delegate', ...delegate })).toBeNull();
  });
});

describe('department without an available voter', () => {
  test('is rejected together with all of its members', () => {
    const { world } = office({ 'role:dept': ['s1', 's2'] });
    const story = new Story(sequential, world).reach();
    const message = '“role:dept”可表态的人员均已单独参加会签，不能再按部门会签';
    expect(
      countersign(story, 'a', { seats: [...sharedSeats('role:dept'), ...seatsOf('s1', 's2')] })?.problems,
    ).toEqual([{ field: 'seats.0', message }]);
    expect(countersign(story, 'a', { seats: [...sharedSeats('role:dept'), ...seatsOf('s1')] })).toBeNull();
    const more = { action: 'addToCountersign', panelId: 1, seats: seatsOf('s2'), reason: '' } as const;
    expect(story.perform(handlerA, more)?.problems).toEqual([
      { field: 'seats.0', message: '“role:dept”没有其他人员可表态，不能再单独会签“staff:s2”' },
    ]);
  });

  test('is rejected together with other departments of the same few members', () => {
    const { world } = office({ 'role:x': ['s1', 's2'], 'role:y': ['s1', 's2'], 'role:z': ['s2', 's1'] });
    const story = new Story(sequential, world).reach();
    expect(countersign(story, 'a', { seats: sharedSeats('role:x', 'role:y', 'role:z') })?.problems).toEqual([
      { field: 'seats.2', message: '“role:z”与已选部门可表态的人员相同且人数不足，一人只有一票' },
    ]);
    expect(countersign(story, 'a', { seats: sharedSeats('role:x', 'role:y') })).toBeNull();
  });

  test('is rejected when only the requester or the represented person could answer', () => {
    const { world } = office({ 'role:dept': ['handler-a', 'chief'], 'role:other': ['s1'] });
    const story = new Story(sequential, world).reach();
    const chief = { staffId: 'chief', name: 'chief', orgId: 'office', orgName: '' };
    const substitution = { absentPerson: chief, keys: ['role:a'], taskCodes: null, since: null };
    const substitute = { ...person('handler-a'), substitutions: [substitution] };
    const request = {
      action: 'startCountersign',
      taskId: story.task('a').id,
      reason: '请会签',
      sequence: 'any',
      rule: { kind: 'all' },
      goes: 'back',
      limit: null,
    } as const;
    for (const [key, message] of [
      ['role:dept', '“role:dept”的人员发起了会签或已表态，没有可表态的人员'],
      ['staff:chief', '“staff:chief”发起了会签或已表态，不能再办理会签'],
    ] as const)
      expect(story.perform(substitute, { ...request, seats: sharedSeats(key) })?.problems).toEqual([
        { field: 'seats.0', message },
      ]);
  });

  test('counts as absent when only directly asked members are left', () => {
    const { absent, who: actorOf, world } = office({ 'role:dept': ['s1', 's2', 's3'] });
    const story = new Story(sequential, world).reach();
    countersign(story, 'a', { seats: [...sharedSeats('role:dept'), ...seatsOf('s1', 's2')] });
    absent.add('s3');
    for (const name of ['s1', 's2']) expect(answer(story, name, true, actorOf(name))).toBeNull();
    expect(outcomes(story)).toEqual(['absent', 'passed', 'passed']);
    expect(listActors(story)).toEqual(['a']);
  });
});

describe('waiting task of the requester of a countersign', () => {
  const reassignTo = (key: string, story: Story) =>
    story.perform(administrator, { action: 'reassign', taskId: story.task('a').id, key, reason: '调离' });

  test('cannot be reassigned to a person whose vote would be lost, and the message has the number of votes', () => {
    const { world } = office({ 'role:dept': ['s2', 's3'] });
    const story = new Story(sequential, world).reach();
    countersign(story, 'a', { seats: [...seatsOf('s1', 's2'), ...sharedSeats('role:dept')] });
    const problems = (actorOf: string, votes: number) => [
      {
        field: 'key',
        message: `“${actorOf}”接手后成为会签发起人，将有${votes}个席位无人可表态；请改派给不参加会签的人员，或待其表态后再改派`,
      },
    ];
    expect(reassignTo('staff:s1', story)?.problems).toEqual(problems('staff:s1', 1));
    expect(reassignTo('role:dept', story)?.problems).toEqual(problems('role:dept', 2));
    expect(reassignTo('staff:s3', story)?.problems).toEqual(problems('staff:s3', 1));
    expect(reassignTo('staff:s9', story)).toBeNull();
    expect(answer(story, 's1')).toBeNull();
    expect(reassignTo('staff:s1', story)).toBeNull();
    expect(taskFor(story, 's2').outcome).toBeNull();
  });

  test('is open again on reassignment when no awaited countersigner is left', () => {
    const { absent, world } = office({ 'role:dept': ['s2', 's3'] });
    const story = new Story(sequential, world).reach();
    countersign(story, 'a', { seats: [...seatsOf('s1'), ...sharedSeats('role:dept')] });
    expect(answer(story, 's1')).toBeNull();
    for (const name of ['s2', 's3']) absent.add(name);
    expect(outcomes(story)).toEqual(['passed', null]);
    expect(reassignTo('staff:s9', story)).toBeNull();
    expect(outcomes(story)).toEqual(['passed', 'absent']);
    expect(listActors(story)).toEqual(['a']);
    expect(story.task('a')).toMatchObject({ candidates: ['staff:s9'], outcome: null });
  });
});
