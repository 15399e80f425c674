/** Orders that once went wrong, each told as it happened. */
import { expect, test } from 'vitest';
import { sketch } from './definitions.ts';
import { Story } from './story.ts';

const user = { kind: 'userTask' } as const;

test('a done target of 退回后直送 is still coming: an inclusive join waits for it, no token is doubled', () => {
  const definition = sketch({
    key: '并行里的包容',
    variables: { always: true },
    nodes: {
      start: { kind: 'start' },
      p: user,
      fork: { kind: 'parallel' },
      split: { kind: 'inclusive' },
      a: user,
      b: user,
      gather: { kind: 'inclusive' },
      m: user,
      y: user,
      join: { kind: 'parallel' },
      d: user,
      end: { kind: 'end' },
    },
    flows: [
      'start -> p',
      'p -> fork',
      'fork -> split',
      'fork -> y',
      'split -> a | always = true',
      'split -> b | always = true',
      'a -> gather',
      'b -> gather',
      'gather -> m',
      'm -> join',
      'y -> join',
      'join -> d',
      'd -> end',
    ],
  });
  const story = new Story(definition).reach('p', 'a', 'b', 'm', 'y');
  expect(story.return('d', ['a', 'y'], 'direct')).toBeNull();
  story.handle('a');
  expect(story.open).toEqual(['y']);
  story.handle('y');
  expect(story.open).toEqual(['d']);
  expect(story.handle('d')).toBeNull();
  expect(story.order.ended).not.toBeNull();
});
