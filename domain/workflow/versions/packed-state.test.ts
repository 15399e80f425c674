import { expect, test } from 'vitest';
import { buildDefinition, choosingButtons } from '#test/workflow-model/definitions.ts';
import { longOrder } from '#test/workflow-model/long-order.ts';
import { manual, parallel, sequential } from '#test/workflow-model/samples.ts';
import { Story } from '#test/workflow-model/story.ts';
import type { OrderState } from '../model/model.ts';
import { packState, unpackState } from './packed-state.ts';

const stored = (state: OrderState) => JSON.stringify(packState(state));
const read = (text: string) => unpackState(JSON.parse(text));

function duringDirectReturn(): Story {
  const story = new Story(parallel).reach('p', 'a', 'a2', 'b');
  story.return('c', ['a2', 'b'], 'direct');
  story.handle('a2');
  return story;
}

function withChosenBranches(): Story {
  const story = new Story(manual).reach();
  story.choose('p', ['a', 'c']);
  story.forward('a', { q: ['staff:someone', 'role:q'] });
  return story;
}

const single = buildDefinition({
  key: '一步',
  nodes: {
    start: { kind: 'start' },
    a: { kind: 'userTask', buttons: choosingButtons },
    end: { kind: 'end' },
  },
  flows: ['start -> a', 'a -> end'],
});

test.each([
  ['new order', new Story(single).reach()],
  ['ended order', new Story(sequential).reach('a', 'b', 'c')],
  ['order during a direct return', duringDirectReturn()],
  ['order with chosen branches and named handlers', withChosenBranches()],
])('a stored state equals the original state: %s', (_, story) => {
  expect(read(stored(story.order))).toEqual(story.order);
});

test('a stored state of a long order is complete and small', () => {
  const { state } = longOrder(1000);
  const text = stored(state);
  expect(read(text)).toEqual(state);
  expect(Buffer.byteLength(text)).toBeLessThan(200_000);
});

test('names and values with commas, quotes and numbers are restored exactly', () => {
  const story = new Story(single, { now: new Date('2026-03-02T01:00:00.123Z') }).reach();
  const unusual = {
    ...story.order,
    effects: [
      { tokenId: null, variables: { 'a,"b': [1, null, '1 2'], n: 3 } },
      { tokenId: null, variables: { text: 'null', none: null } },
    ],
    tasks: story.order.tasks.map((task) => ({ ...task, candidates: ['null'], buttonId: 'null' })),
  };
  expect(read(stored(unusual))).toEqual(unusual);
});
