import { describe, expect, test } from 'vitest';
import { buildDefinition, button } from '#test/workflow-model/definitions.ts';
import { createAddresseeLookup, person } from '#test/workflow-model/people.ts';
import { listActors, seatsOf, taskFor } from '#test/workflow-model/seats.ts';
import { Story } from '#test/workflow-model/story.ts';
import { createConditionEvaluator } from '../conditions/condition.ts';

const user = { kind: 'userTask' } as const;

describe('node with several instances', () => {
  const instances = (sequence: 'any' | 'inOrder', until?: string) =>
    buildDefinition({
      key: '多实例',
      nodes: {
        start: { kind: 'start' },
        a: {
          ...user,
          candidates: ['i1', 'i2', 'i3'].map((id) => ({ kind: 'staff' as const, id, name: id })),
          instances: { sequence, ...(until !== undefined && { until }) },
        },
        b: user,
        end: { kind: 'end' },
      },
      flows: ['start -> a', 'a -> b', 'b -> end'],
    });
  const withObjectButton = ({ nodes: { a } }: ReturnType<typeof buildDefinition>) => {
    if (a?.kind !== 'userTask') throw new Error('No task a');
    return {
      a: { ...a, buttons: [...a.buttons, button('object', '1', '不同意', { sets: { agreed: false } })] },
    };
  };
  const handleAs = (story: Story, staffId: string) =>
    story.perform(person(staffId), {
      action: 'handle',
      taskId: taskFor(story, staffId).id,
      buttonId: 'handle',
      opinion: '',
    });

  test('moves the token when all instances are done, in any order', () => {
    const story = new Story(instances('any')).reach();
    expect(listActors(story)).toEqual(['i1', 'i2', 'i3']);
    for (const staffId of ['i2', 'i1']) handleAs(story, staffId);
    expect(listActors(story)).toEqual(['i3']);
    handleAs(story, 'i3');
    expect(listActors(story)).toEqual(['b']);
  });

  test('opens sequential instances one after another, only as many as the condition requires', () => {
    const story = new Story(instances('inOrder', 'nrOfCompletedInstances / nrOfInstances >= 0.6'), {
      evaluateCondition: createConditionEvaluator(),
    }).reach();
    expect(listActors(story)).toEqual(['i1']);
    handleAs(story, 'i1');
    expect(listActors(story)).toEqual(['i2']);
    handleAs(story, 'i2');
    expect(listActors(story)).toEqual(['b']);
  });

  test('ends as soon as the condition on button variables holds: one objection is sufficient', () => {
    const definition = instances('any', 'agreed = false');
    const story = new Story(
      {
        ...definition,
        variables: { agreed: true },
        nodes: { ...definition.nodes, ...withObjectButton(definition) },
      },
      { evaluateCondition: createConditionEvaluator() },
    ).reach();
    handleAs(story, 'i3');
    expect(listActors(story)).toEqual(['i1', 'i2']);
    const taskId = taskFor(story, 'i2').id;
    const object = { action: 'handle', taskId, buttonId: 'object', opinion: '' } as const;
    expect(story.perform(person('i2'), object)).toBeNull();
    expect(listActors(story)).toEqual(['b']);
    expect(story.state?.tasks.find(({ candidates }) => candidates.includes('staff:i1'))).toMatchObject({
      outcome: 'closedByDecision',
      finishedBy: { staffId: 'i2' },
    });
  });

  test('allows no withdrawal, before and after the other instances are done', () => {
    const story = new Story(instances('any')).reach();
    const { id: taskId } = taskFor(story, 'i1');
    handleAs(story, 'i1');
    const takeBack = { action: 'withdraw', taskId, reason: '' } as const;
    expect(story.perform(person('i1'), takeBack)).toMatchObject({ refused: 'withdrawNotAllowed' });
    for (const staffId of ['i2', 'i3']) handleAs(story, staffId);
    expect(story.perform(person('i1'), takeBack)).toMatchObject({ refused: 'withdrawNotAllowed' });
  });

  test('closes the added signers of an instance when the other instances are sufficient', () => {
    const story = new Story(instances('any', 'nrOfCompletedInstances >= 2'), {
      evaluateCondition: createConditionEvaluator(),
    }).reach();
    const signerRequest = {
      place: 'before',
      seats: seatsOf('s1', 's2'),
      sequence: 'any',
      opinion: '',
    } as const;
    const taskId = taskFor(story, 'i1').id;
    expect(story.perform(person('i1'), { action: 'addSigners', taskId, ...signerRequest })).toBeNull();
    expect(listActors(story)).toEqual(['i2', 'i3', 's1', 's2']);
    handleAs(story, 'i3');
    handleAs(story, 'i2');
    expect(listActors(story)).toEqual(['b']);
    expect(taskFor(story, 's2').outcome).toBe('closedByDecision');
  });

  test('does not count an instance as done while its later signers are open', () => {
    const story = new Story(instances('any', 'nrOfCompletedInstances >= 1'), {
      evaluateCondition: createConditionEvaluator(),
    }).reach();
    const signerRequest = { place: 'after', seats: seatsOf('s1'), sequence: 'any', opinion: '' } as const;
    const taskId = taskFor(story, 'i1').id;
    expect(story.perform(person('i1'), { action: 'addSigners', taskId, ...signerRequest })).toBeNull();
    handleAs(story, 'i1');
    expect(listActors(story)).toEqual(['i2', 'i3', 's1']);
    story.perform(person('s1'), { action: 'sign', taskId: taskFor(story, 's1').id, opinion: '同意' });
    expect(listActors(story)).toEqual(['b']);
  });

  test('counts a delegated instance as the same instance', () => {
    const story = new Story(instances('inOrder')).reach();
    const taskId = taskFor(story, 'i1').id;
    const handOver = {
      action: 'delegate',
      taskId,
      key: 'staff:else',
      returns: false,
      opinion: '出差',
    } as const;
    expect(story.perform(person('i1'), handOver)).toBeNull();
    expect(listActors(story)).toEqual(['else']);
    for (const staffId of ['else', 'i2', 'i3']) handleAs(story, staffId);
    expect(listActors(story)).toEqual(['b']);
  });

  test('makes all its handlers candidates of a node that uses the previous handlers', () => {
    const definition = instances('any');
    const { b } = definition.nodes;
    if (b?.kind !== 'userTask') throw new Error('No task b');
    const after = { ...b, candidates: [{ kind: 'previousNode' as const, nodeId: 'a' }] };
    const story = new Story({ ...definition, nodes: { ...definition.nodes, b: after } }).reach();
    for (const staffId of ['i2', 'i1', 'i3']) handleAs(story, staffId);
    expect(story.task('b').candidates).toEqual(['staff:i1', 'staff:i2', 'staff:i3']);
  });

  test('can take its handlers from a variable, in sequence', () => {
    const definition = instances('inOrder');
    const { a } = definition.nodes;
    if (a?.kind !== 'userTask') throw new Error('No task a');
    const people = { ...a, candidates: [{ kind: 'variable' as const, name: 'people' }] };
    const story = new Story({
      ...definition,
      variables: { people: 'staff:i2, staff:i1' },
      nodes: { ...definition.nodes, a: people },
    }).reach();
    expect(listActors(story)).toEqual(['i2']);
    handleAs(story, 'i2');
    expect(listActors(story)).toEqual(['i1']);
  });

  test('goes back to every handler after a return, and directly on when all are done again', () => {
    const story = new Story(instances('any')).reach();
    for (const staffId of ['i1', 'i2', 'i3']) handleAs(story, staffId);
    expect(story.return('b', ['a'], 'direct')).toBeNull();
    expect(listActors(story)).toEqual(['i1', 'i2', 'i3']);
    for (const staffId of ['i1', 'i2', 'i3']) handleAs(story, staffId);
    expect(listActors(story)).toEqual(['b']);
  });

  test('refuses a return when no handler or administrator is available, and is never skipped', () => {
    const absent = new Set<string>();
    const definition = instances('any');
    const a = definition.nodes.a;
    if (a?.kind !== 'userTask') throw new Error('No task a');
    const skipping = {
      ...definition,
      nodes: { ...definition.nodes, a: { ...a, emptyCandidates: 'skip' as const } },
    };
    const story = new Story(skipping, {
      addressee: createAddresseeLookup((key) => !absent.has(key)),
    }).reach();
    for (const staffId of ['i1', 'i2', 'i3']) handleAs(story, staffId);
    for (const key of ['staff:i1', 'staff:i2', 'staff:i3', 'role:admin']) absent.add(key);
    expect(story.return('b', ['a'])).toMatchObject({ refused: 'noCandidates' });
    absent.delete('role:admin');
    expect(story.return('b', ['a'])).toBeNull();
    expect(listActors(story)).toEqual(['role:admin']);
  });

  test('closes all instances when one of them returns, and restores them after a direct return', () => {
    const story = new Story(instances('any')).reach();
    handleAs(story, 'i1');
    const taskId = taskFor(story, 'i2').id;
    const returnCommand = {
      taskId,
      buttonId: 'return',
      opinion: '补充',
      targetNodeIds: ['start'],
      way: 'direct',
    } as const;
    expect(story.perform(person('i2'), { action: 'return', ...returnCommand })).toBeNull();
    expect(listActors(story)).toEqual(['start']);
    expect(story.resubmit()).toBeNull();
    expect(listActors(story)).toEqual(['i2', 'i3']);
  });
});
