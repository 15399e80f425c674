import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Chunks } from '#domain/chunks.ts';

/** Milliseconds for which the event loop is blocked at a time: other requests wait no longer. */
const maxMs = 8;

/** Runs long work on the event loop in chunks, between which other requests are answered. */
export async function cooperatively<Result>(pieces: Chunks<Result>): Promise<Result> {
  let began = performance.now();
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
    if (performance.now() - began < maxMs) continue;
    await nextTurn();
    began = performance.now();
  }
}

/** Yields the items of a long list; other requests are answered in between. */
export async function* iterateCooperatively<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let began = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - began < maxMs) continue;
    await nextTurn();
    began = performance.now();
  }
}

/** Returns the result of `make` for each item of a long list; other requests are answered in between. */
export function mapCooperatively<Item, Result>(
  items: Iterable<Item>,
  make: (item: Item, index: number) => Result,
): Promise<Result[]> {
  return cooperatively(mapped(items, make));
}

function* mapped<Item, Result>(
  items: Iterable<Item>,
  make: (item: Item, index: number) => Result,
): Chunks<Result[]> {
  const made: Result[] = [];
  for (const item of items) {
    made.push(make(item, made.length));
    yield;
  }
  return made;
}
