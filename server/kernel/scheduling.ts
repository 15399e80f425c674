import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pieces } from '#domain/pieces.ts';

/** Milliseconds for which the event loop is held at a stretch: other requests wait no longer than that. */
const mostMs = 8;

/** Does long work on the event loop between what others ask for, who are answered meanwhile. */
export async function inTurns<Result>(pieces: Pieces<Result>): Promise<Result> {
  let began = performance.now();
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
    if (performance.now() - began < mostMs) continue;
    await nextTurn();
    began = performance.now();
  }
}

/** A long list, others being answered between two of its items. */
export async function* throughInTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let began = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - began < mostMs) continue;
    await nextTurn();
    began = performance.now();
  }
}

/** Returns the result of `make` for each item of a long list; other requests are answered meanwhile. */
export function mapInTurns<Item, Result>(
  items: Iterable<Item>,
  make: (item: Item, at: number) => Result,
): Promise<Result[]> {
  return inTurns(mapped(items, make));
}

function* mapped<Item, Result>(
  items: Iterable<Item>,
  make: (item: Item, at: number) => Result,
): Pieces<Result[]> {
  const made: Result[] = [];
  for (const item of items) {
    made.push(make(item, made.length));
    yield;
  }
  return made;
}
