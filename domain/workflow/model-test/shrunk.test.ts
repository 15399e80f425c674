/** Walks on which core and oracle once did not agree, as `npm run model` printed them. */
import { expect, test } from 'vitest';
import { sketch } from './definitions.ts';
import { Story } from './story.ts';

const user = { kind: 'userTask' } as const;

test('names given before a fork reach the node behind it by a branch that does nothing', () => {
  const definition = sketch({
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
