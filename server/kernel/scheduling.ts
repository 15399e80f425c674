import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Chunks } from '#domain/chunks.ts';

/** Milliseconds for which the event loop is held at a stretch: other requests wait no longer than that. */
const maxMs = 8;

/** Does long work on the event loop between what others ask for, who are answered meanwhile. */
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

/** A long list, others being answered between two of its items. */
export async function* iterateCooperatively<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let began = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - began < maxMs) continue;
    await nextTurn();
    began = performance.now();
  }
}

/** Returns the result of `make` for each item of a long list; other requests are answered meanwhile. */
export function mapCooperatively<Item, Result>(
  items: Iterable<Item>,
  make: (item: Item, at: number) => Result,
): Promise<Result[]> {
  return cooperatively(mapped(items, make));
}

function* mapped<Item, Result>(
  items: Iterable<Item>,
  make: (item: Item, at: number) => Result,
): Chunks<Result[]> {
  const made: Result[] = [];
  for (const item of items) {
    made.push(make(item, made.length));
    yield;
  }
  return made;
}
