import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createStorageState } from './storage-state.ts';

const now = () => new Date('2026-11-26T00:00:00Z');

test('a database that is away is called full where its disk has no room to come back with', async () => {
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

test('neither one that is not on our disk nor a disk that gives no answer is', async () => {
  for (const ask of [undefined, async () => undefined]) {
    const state = createStorageState(ask, now);
    state.noteRefused();
    await setImmediate();
    expect(state.isFull()).toBe(false);
    expect(state.refusedAt()).toEqual(now());
  }
});
