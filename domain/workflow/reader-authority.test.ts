import { expect, it } from 'vitest';
import { person } from '#test/workflow-model/people.ts';
import { line, parallel } from '#test/workflow-model/samples.ts';
import { Story } from '#test/workflow-model/story.ts';
import { Permission } from '../access/actor.ts';
import type { FieldAuthority } from '../forms/authority.ts';
import type { ProcessDefinition } from './model/model.ts';
import { readerAuthority } from './reader-authority.ts';

function hidingAt(
  process: ProcessDefinition,
  nodeId: string,
  fields: Record<string, FieldAuthority>,
): ProcessDefinition {
  const node = process.nodes[nodeId];
  if (node?.kind !== 'userTask' && node?.kind !== 'start') throw new Error(`No fields at ${nodeId}`);
  return {
    ...process,
    nodes: { ...process.nodes, [nodeId]: { ...node, fieldAuthority: { letter: fields } } },
  };
}

const definition = hidingAt(line, 'start', { summary: 2, investigation: 0 });

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
  const handler = person(story.task('a').finishedBy?.staffId ?? '');
  expect(readerAuthority(story.order, definition, handler, 'letter')).toEqual({});
});

it('goes by what the person did, not by what the person closed for others', () => {
  const story = new Story(hidingAt(parallel, 'a', { investigation: 0 })).reach('p');
  expect(story.return('a', ['p'])).toBeNull();
  const returner = person('handler-a');
  expect(story.task('b').outcome).toBe('closedByReturn');
  expect(readerAuthority(story.order, story.definition, returner, 'letter')).toEqual({ investigation: 0 });
});

it('hides nothing of an ended order, nor from who never had a task', () => {
  const story = new Story(definition);
  story.start();
  expect(readerAuthority(story.order, definition, person('supervisor'), 'letter')).toEqual({});
  for (const nodeId of ['a', 'b', 'c']) story.handle(nodeId);
  expect(story.order.ended).not.toBeNull();
  expect(readerAuthority(story.order, definition, story.initiator, 'letter')).toEqual({});
});

it('goes for who only got a copy by the node that it was sent from', () => {
  const story = new Story(hidingAt(line, 'a', { investigation: 0 })).reach();
  const reader = person('reader');
  story.give(story.handlerOf('a'), { action: 'copy', taskId: 2, keys: ['staff:reader'], note: '' });
  expect(readerAuthority(story.order, story.definition, reader, 'letter')).toEqual({ investigation: 0 });
  const above = { ...reader, permissions: new Set([Permission.readAll]) };
  expect(readerAuthority(story.order, story.definition, above, 'letter')).toEqual({});
});
