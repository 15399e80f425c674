import { describe, expect, test } from 'vitest';
import { allMarkings } from '#test/workflow-model/all-markings.ts';
import { buildDefinition, type Sketch } from '#test/workflow-model/definitions.ts';
import { sampleWorld } from '#test/workflow-model/samples.ts';
import { walkOrder } from '#test/workflow-model/walk.ts';
import { checkSoundness } from './check-soundness.ts';

const user = { kind: 'userTask' } as const;

describe('parallel branch that ends inside a loop', () => {
  const answer = {
    kind: 'serviceTask',
    service: { kind: 'sendMessage', target: 'initiator', text: '已办' },
  } as const;
  const loopWith = (extraNodes: Sketch['nodes'], ...flows: string[]) =>
    buildDefinition({
      key: '重办',
      nodes: {
        start: { kind: 'start' },
        again: { kind: 'exclusive' },
        fork: { kind: 'parallel' },
        a: user,
        way: { kind: 'exclusive', defaultTo: 'end' },
        end: { kind: 'end' },
        told: { kind: 'end' },
        ...extraNodes,
      },
      flows: [
        'start -> again',
        'again -> fork',
        'fork -> a',
        'a -> way',
        'way -> again | x',
        'way -> end',
        ...flows,
      ],
      variables: { x: false },
    });

  test('has ended before the loop repeats when it has no user task', () => {
    for (const definition of [
      loopWith({}, 'fork -> told'),
      loopWith({ tell: answer, again2: answer }, 'fork -> tell', 'tell -> again2', 'again2 -> told'),
    ]) {
      expect(checkSoundness(definition).problems).toEqual([]);
    }
    const definition = loopWith({}, 'fork -> told');
    expect(allMarkings(definition, 1000)?.isSound).toBe(true);
    for (let seed = 1; seed <= 20; seed++)
      expect(walkOrder(sampleWorld(definition), seed, 40).failure).toBeNull();
  });

  test('may still be open when the loop repeats if it has a user task', () => {
    expect(checkSoundness(loopWith({ b: user }, 'fork -> b', 'b -> told')).problems).not.toEqual([]);
  });

  test('is sound when all branches of the fork end', () => {
    const definition = buildDefinition({
      key: '都结束',
      nodes: {
        start: { kind: 'start' },
        a: user,
        fork: { kind: 'parallel' },
        one: { kind: 'end' },
        two: { kind: 'end' },
      },
      flows: ['start -> a', 'a -> fork', 'fork -> one', 'fork -> two'],
    });
    expect(checkSoundness(definition).problems).toEqual([]);
  });
});
