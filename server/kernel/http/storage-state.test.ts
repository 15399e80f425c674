import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createStorageState } from './storage-state.ts';

const now = () => new Date('2026-11-26T00:00:00Z');

test('an unavailable database counts as full when its disk has no space', async () => {
  const free = [20_000_000, 4_096];
  for (const bytes of free) {
    const state = createStorageState(async () => ({ free: bytes }), now);
    // The state is unknown until the disk was read, in parallel to the first call.
    expect(state.isFull()).toBe(false);
    await setImmediate();
    expect(state.isFull()).toBe(bytes === 4_096);
    expect(state.refusedAt()).toEqual(bytes === 4_096 ? now() : undefined);
  }
});

test('a database on another machine or an unreadable disk does not count as full', async () => {
  for (const readSpace of [undefined, async () => undefined]) {
    const state = createStorageState(readSpace, now);
    state.recordRefusal();
    await setImmediate();
    expect(state.isFull()).toBe(false);
    expect(state.refusedAt()).toEqual(now());
  }
});
