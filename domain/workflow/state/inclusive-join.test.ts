import { describe, expect, test } from 'vitest';
import { buildDefinition } from '#test/workflow-model/definitions.ts';
import { inclusiveJoinContinues } from './inclusive-join.ts';

/**
 * A choice inside a parallel branch inside a redo loop: every token can reach its join again through the
 * loop.
 */
const inLoop = buildDefinition({
  key: '循环里的包容',
  nodes: {
    start: { kind: 'start' },
    enter: { kind: 'exclusive' },
    fork: { kind: 'parallel' },
    split: { kind: 'inclusive' },
    a: { kind: 'userTask' },
    b: { kind: 'userTask' },
    gather: { kind: 'inclusive' },
    y: { kind: 'userTask' },
    join: { kind: 'parallel' },
    again: { kind: 'exclusive' },
    end: { kind: 'end' },
  },
  flows: [
    'start -> enter',
    'enter -> fork',
    'fork -> split',
    'split -> a',
    'split -> b',
    'a -> gather',
    'b -> gather',
    'gather -> join',
    'fork -> y',
    'y -> join',
    'join -> again',
    'again -> enter',
    'again -> end',
  ],
});
const flowFromA = 'f6';
const flowFromB = 'f7';

const continues = (filled: string[], elsewhere: string[]) =>
  inclusiveJoinContinues(inLoop, 'gather', new Set(filled), elsewhere);

describe('inclusive join', () => {
  test('does nothing without a token', () => {
    expect(continues([], [])).toBe(false);
  });

  test('continues when no other token exists, and waits for tokens that can reach an empty flow', () => {
    expect(continues([flowFromA], [])).toBe(true);
    expect(continues([flowFromA], ['b'])).toBe(false);
    expect(continues([flowFromA, flowFromB], ['b'])).toBe(true);
  });

  test('does not wait for tokens that can also reach a filled flow, such as all tokens outside its block', () => {
    expect(continues([flowFromA], ['y'])).toBe(true);
    expect(continues([flowFromB], ['y', 'split'])).toBe(true);
    expect(continues([flowFromA], ['y', 'b'])).toBe(false);
  });

  test('ignores paths that pass it before', () => {
    const smallLoop = buildDefinition({
      key: '回到汇聚',
      nodes: {
        start: { kind: 'start' },
        gather: { kind: 'inclusive' },
        a: { kind: 'userTask' },
        again: { kind: 'exclusive' },
        end: { kind: 'end' },
      },
      flows: ['start -> gather', 'gather -> a', 'a -> again', 'again -> gather', 'again -> end'],
    });
    expect(inclusiveJoinContinues(smallLoop, 'gather', new Set(['f1']), ['a'])).toBe(false);
    expect(inclusiveJoinContinues(smallLoop, 'gather', new Set(['f4']), ['start'])).toBe(false);
    expect(inclusiveJoinContinues(smallLoop, 'gather', new Set(['f4']), ['a'])).toBe(true);
  });
});
