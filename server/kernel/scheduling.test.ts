import { expect, test } from 'vitest';
import type { Chunks } from '#domain/chunks.ts';
import { iterateCooperatively, mapCooperatively, runCooperatively } from './scheduling.ts';

/** A chunk that takes longer than the event loop may be blocked. */
function compute(): void {
  const until = performance.now() + 10;
  while (performance.now() < until);
}

function* sumOf(count: number): Chunks<number> {
  let sum = 0;
  for (let index = 1; index <= count; index += 1) {
    yield;
    compute();
    sum += index;
  }
  return sum;
}

async function* withNotes<Item>(items: AsyncIterable<Item>, note: (item: Item) => void) {
  for await (const item of items) {
    compute();
    note(item);
    yield item;
  }
}

test('other work runs between the chunks of long work', async () => {
  const order: string[] = [];
  const long = runCooperatively(sumOf(5)).then((sum) => order.push(`sum ${sum}`));
  const list = mapCooperatively([1, 2, 3], (item, index) => {
    compute();
    return item * 10 + index;
  }).then((made) => order.push(`list ${made}`));
  setImmediate(() => order.push('another'));
  await Promise.all([long, list]);
  expect(order).toEqual(['another', 'list 10,21,32', 'sum 15']);
});

test('other work runs between the items of a long list, and short work finishes at once', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('another'));
  for await (const _ of withNotes(iterateCooperatively([1, 2, 3]), (item) => order.push(`${item}`)));
  expect(order).toEqual(['1', 'another', '2', '3']);
  setImmediate(() => order.push('late'));
  expect(await mapCooperatively([1, 2], (item) => item)).toEqual([1, 2]);
  expect(order).not.toContain('late');
});

test('an error in a chunk rejects the promise of the caller', async () => {
  await expect(
    mapCooperatively([1], () => {
      throw new Error('in a chunk');
    }),
  ).rejects.toThrow('in a chunk');
});
