import { expect, it } from 'vitest';
import type { FieldAuthority, ProcessDefinition } from './model.ts';
import { person } from './model-test/people.ts';
import { line } from './model-test/samples.ts';
import { Story } from './model-test/story.ts';
import { readerAuthority } from './reader-authority.ts';

const hidesAt = (nodeId: string, fields: Record<string, FieldAuthority>): ProcessDefinition => {
  const node = line.nodes[nodeId];
  if (node?.kind !== 'userTask' && node?.kind !== 'start') throw new Error(`No fields at ${nodeId}`);
  return { ...line, nodes: { ...line.nodes, [nodeId]: { ...node, fieldAuthority: { letter: fields } } } };
};

const definition = hidesAt('start', { summary: 2, investigation: 0 });

it('keeps hidden from the initiator what was hidden at the start, and lets nothing be edited', () => {
  const story = new Story(definition);
  story.start();
  expect(readerAuthority(story.order, definition, story.initiator, 'letter')).toEqual({
    summary: 1,
    investigation: 0,
  });
});

it('goes by the node that the person had last', () => {
  const story = new Story(definition);
  story.start();
  story.handle('a');
  const handler = { staffId: story.task('a').finishedBy?.staffId ?? '' };
  expect(readerAuthority(story.order, definition, handler, 'letter')).toEqual({});
});

it('hides nothing of an ended order, nor from who never had a task', () => {
  const story = new Story(definition);
  story.start();
  expect(readerAuthority(story.order, definition, person('supervisor'), 'letter')).toEqual({});
  for (const nodeId of ['a', 'b', 'c']) story.handle(nodeId);
  expect(story.order.ended).not.toBeNull();
  expect(readerAuthority(story.order, definition, story.initiator, 'letter')).toEqual({});
});
