import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Chunks } from '#domain/chunks.ts';

/** Milliseconds for which the event loop is blocked at a time: other requests wait no longer. */
const maxBlockMs = 8;

/** Runs long work on the event loop in chunks, between which other requests are answered. */
export async function runCooperatively<Result>(chunks: Chunks<Result>): Promise<Result> {
  let startedAt = performance.now();
  for (;;) {
    const { done, value } = chunks.next();
    if (done) return value;
    if (performance.now() - startedAt < maxBlockMs) continue;
    await nextTurn();
    startedAt = performance.now();
  }
}

/** Yields the items of a long list; other requests are answered in between. */
export async function* iterateCooperatively<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let startedAt = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - startedAt < maxBlockMs) continue;
    await nextTurn();
    startedAt = performance.now();
  }
}

/** Returns the result of `make` for each item of a long list; other requests are answered in between. */
export function mapCooperatively<Item, Result>(
  items: Iterable<Item>,
  make: (item: Item, index: number) => Result,
): Promise<Result[]> {
  return runCooperatively(mapChunks(items, make));
}

function* mapChunks<Item, Result>(
  items: Iterable<Item>,
  make: (item: Item, index: number) => Result,
): Chunks<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(make(item, results.length));
    yield;
  }
  return results;
}
