/** Walks on which core and oracle once disagreed, as `npm run model` printed them. */
import { describe, expect, test } from 'vitest';
import { performAll } from './core-comparison.ts';
import { buildDefinition } from './definitions.ts';
import { hardNets } from './hard-nets.ts';
import { createAddresseeLookup } from './people.ts';
import type { Line } from './step.ts';
import { Story } from './story.ts';

const user = { kind: 'userTask' } as const;

test('an inclusive join waits again when a branch that had left it is withdrawn', () => {
  const definition = buildDefinition({
    key: '离开的分支',
    variables: { both: true, leaves: true },
    nodes: {
      start: { kind: 'start' },
      split: { kind: 'inclusive', defaultTo: 'b' },
      a: user,
      which: { kind: 'exclusive', manual: false, defaultTo: 'join' },
      left: { kind: 'end' },
      b: user,
      b2: user,
      join: { kind: 'inclusive' },
      m: user,
      end: { kind: 'end' },
    },
    flows: [
      'start -> split',
      'split -> a | both',
      'split -> b',
      'split -> b2 | both',
      'a -> which',
      'which -> left | leaves',
      'which -> join',
      'b -> join',
      'b2 -> join',
      'join -> m',
      'm -> end',
    ],
  });
  const story = new Story(definition).reach('b2', 'a');
  expect(story.open).toEqual(['m']);
  expect(story.withdraw('a')).toBeNull();
  expect(story.open).toEqual(['a']);
  expect(story.handle('a')).toBeNull();
  expect(story.open).toEqual(['m']);
  expect(story.handle('m')).toBeNull();
  expect(story.order.ended).not.toBeNull();
});

test('a branch that left an inclusive join cannot be withdrawn once the next task was handled', () => {
  const definition = buildDefinition({
    key: '离开后已办',
    variables: { both: true, leaves: true },
    nodes: {
      start: { kind: 'start' },
      split: { kind: 'inclusive', defaultTo: 'b' },
      a: user,
      which: { kind: 'exclusive', manual: false, defaultTo: 'join' },
      left: { kind: 'end' },
      b: user,
      join: { kind: 'inclusive' },
      m: user,
      n: user,
      end: { kind: 'end' },
    },
    flows: [
      ...['start -> split', 'split -> a | both', 'split -> b', 'split -> join | both', 'a -> which'],
      ...['which -> left | leaves', 'which -> join', 'b -> join', 'join -> m', 'm -> n', 'n -> end'],
    ],
  });
  const story = new Story(definition).reach('a', 'm');
  expect(story.open).toEqual(['n']);
  expect(story.withdraw('m')).toBeNull();
  expect(story.withdraw('a')).not.toBeNull();
  expect(story.open).toEqual(['m']);
});

test('two handlers named in two branches both become candidates, even when one has left', () => {
  const definition = buildDefinition({
    key: '两支各指定一人',
    nodes: {
      start: { kind: 'start' },
      fork: { kind: 'parallel' },
      a: user,
      b: user,
      join: { kind: 'parallel' },
      c: user,
      end: { kind: 'end' },
    },
    flows: ['start -> fork', 'fork -> a', 'fork -> b', 'a -> join', 'b -> join', 'join -> c', 'c -> end'],
  });
  const absent = new Set<string>();
  const story = new Story(definition, { addressee: createAddresseeLookup((key) => !absent.has(key)) });
  story.start();
  expect(story.forward('a', { c: ['staff:one'] })).toBeNull();
  absent.add('staff:one');
  expect(story.forward('b', { c: ['staff:two'] })).toBeNull();
  expect(story.task('c').candidates.toSorted()).toEqual(['staff:one', 'staff:two']);
});

test('handlers named before a fork reach the node behind it through an empty branch', () => {
  const definition = buildDefinition({
    key: '空分支',
    nodes: {
      start: { kind: 'start' },
      p: user,
      fork: { kind: 'parallel' },
      a: user,
      join: { kind: 'parallel' },
      c: user,
      end: { kind: 'end' },
    },
    flows: ['start -> p', 'p -> fork', 'fork -> a', 'a -> join', 'fork -> join', 'join -> c', 'c -> end'],
  });
  const story = new Story(definition);
  story.start();
  expect(story.forward('p', { a: ['staff:one'], c: ['staff:two'] })).toBeNull();
  expect(story.handle('a')).toBeNull();
  expect(story.task('c').candidates).toEqual(['staff:two']);
});

test.each(hardNets)('core and oracle agree on the first steps of “$plan.key”', ({ plan, opening }) => {
  expect(performAll(plan, opening)).toBeNull();
});

describe('core and oracle on a direct return across an inclusive join', () => {
  const plan = hardNets.find(({ plan: { key } }) => key === 'a branch that left an inclusive join')?.plan;
  if (!plan) throw new Error('There is such a net');
  const opening: Line[] = [
    { do: 'handle', at: 'a', by: 'one-a', button: 'handle' },
    { do: 'handle', at: 'judge', by: 'one-judge', button: 'no' },
    { do: 'return', at: 'm', by: 'one-m', button: 'return', targets: ['a'], way: 'direct' },
    { do: 'withdraw', at: 'judge', by: 'one-judge' },
  ];
  const repetition: Line = { do: 'handle', at: 'a', by: 'one-a', button: 'handle' };
  const arrival: Line = { do: 'handle', at: 'judge', by: 'one-judge', button: 'yes' };

  test('agree when a branch that had left is on its way to the join again', () => {
    expect(performAll(plan, [...opening, repetition])).toBeNull();
  });

  test('agree when that branch already waits at the join', () => {
    expect(performAll(plan, [...opening, arrival, repetition])).toBeNull();
  });

  test('agree when that branch has left again', () => {
    const leaving: Line = { do: 'handle', at: 'judge', by: 'one-judge', button: 'no' };
    expect(performAll(plan, [...opening, leaving, repetition])).toBeNull();
  });
});
