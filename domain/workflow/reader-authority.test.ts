import { expect, it } from 'vitest';
import { person } from '#test/workflow-model/people.ts';
import { parallel, sequential } from '#test/workflow-model/samples.ts';
import { Story } from '#test/workflow-model/story.ts';
import { Permission } from '../access/actor.ts';
import type { FieldAuthority } from '../forms/authority.ts';
import type { ProcessDefinition } from './model/model.ts';
import { readerAuthority } from './reader-authority.ts';

function hideFieldsAt(
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

const definition = hideFieldsAt(sequential, 'start', { summary: 2, investigation: 0 });

it('fields hidden at the start stay hidden from the initiator, and no field is editable', () => {
  const story = new Story(definition);
  story.start();
  expect(readerAuthority(story.order, definition, story.initiator, 'letter')).toEqual({
    summary: 1,
    investigation: 0,
  });
});

it('the last node of a person decides which fields are hidden', () => {
  const story = new Story(definition);
  story.start();
  story.handle('a');
  const handler = person(story.task('a').finishedBy?.staffId ?? '');
  expect(readerAuthority(story.order, definition, handler, 'letter')).toEqual({});
});

it('a task that a person closed for others does not decide which fields are hidden', () => {
  const story = new Story(hideFieldsAt(parallel, 'a', { investigation: 0 })).reach('p');
  expect(story.return('a', ['p'])).toBeNull();
  const returner = person('handler-a');
  expect(story.task('b').outcome).toBe('closedByReturn');
  expect(readerAuthority(story.order, story.definition, returner, 'letter')).toEqual({ investigation: 0 });
});

it('an ended order hides no fields, and a person without a task sees all fields', () => {
  const story = new Story(definition);
  story.start();
  expect(readerAuthority(story.order, definition, person('supervisor'), 'letter')).toEqual({});
  for (const nodeId of ['a', 'b', 'c']) story.handle(nodeId);
  expect(story.order.ended).not.toBeNull();
  expect(readerAuthority(story.order, definition, story.initiator, 'letter')).toEqual({});
});

it('a recipient of a copy has the field authority of the node that sent it', () => {
  const story = new Story(hideFieldsAt(sequential, 'a', { investigation: 0 })).reach();
  const reader = person('reader');
  story.perform(story.handlerOf('a'), { action: 'copy', taskId: 2, keys: ['staff:reader'], note: '' });
  expect(readerAuthority(story.order, story.definition, reader, 'letter')).toEqual({ investigation: 0 });
  const readerOfAll = { ...reader, permissions: new Set([Permission.readAll]) };
  expect(readerAuthority(story.order, story.definition, readerOfAll, 'letter')).toEqual({});
});
