import { describe, expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const queueOf = (...items: string[]) => {
  const queue = new FairQueue<string>();
  for (const item of items) queue.push(item.slice(0, 1), item);
  return queue;
};
const all = () => true;
const drain = (queue: FairQueue<string>, may: (requester: string) => boolean = all) => {
  const items: string[] = [];
  for (let next = queue.shift(may); next; next = queue.shift(may)) items.push(next.item);
  return items;
};

describe('the fair queue', () => {
  test('alternates between people and keeps the order of each', () => {
    const queue = queueOf('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1');
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('keeps the items of a person who may not be served', () => {
    const queue = queueOf('a1', 'a2', 'b1');
    expect(drain(queue, (requester) => requester !== 'a')).toEqual(['b1']);
    expect([queue.countWaiting('a'), queue.countWaiting('b')]).toEqual([2, 0]);
    expect(drain(queue)).toEqual(['a1', 'a2']);
  });

  test('can be emptied at once', () => {
    const queue = queueOf('a1', 'b1', 'a2');
    expect(queue.drain()).toEqual(['a1', 'a2', 'b1']);
    expect(queue.countWaiting('a')).toBe(0);
  });
});
