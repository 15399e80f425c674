import { afterEach, describe, expect, it, vi } from 'vitest';
import { claimReminder } from '#web/features/schedule/reminder-claim.ts';
import { keepStored, readStored } from './read-stored.ts';

const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.*', '!../**/test-*'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Fills the storage, which all pages of an origin share. */
function fillUp(): void {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
}

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

describe('what is kept on this machine', () => {
  it('is kept where there is room, and costs nothing else where there is none', () => {
    keepStored('a', '1');
    keepStored('b', '2', 'sessionStorage');
    expect([readStored('a'), sessionStorage.getItem('b')]).toEqual(['1', '2']);
    fillUp();
    keepStored('a', '3');
    expect(readStored('a')).toBe('1');
  });

  it('is written in this one way; without the session and the way to the unified login nobody comes in', () => {
    const writers = Object.entries(sources).flatMap(([file, text]) =>
      /(local|session)Storage\s*(\.setItem|\[['"a-zA-Z])/.test(text) ? [file] : [],
    );
    expect(Object.keys(sources).length).toBeGreaterThan(300);
    expect(writers.sort()).toEqual(['../features/session/login/unified.ts', './session-token.ts']);
  });

  it('has no room: a reminder is this page\u2019s own all the same', () => {
    fillUp();
    const entry = { id: 'e', startDate: 1 };
    expect([claimReminder(entry), claimReminder(entry)]).toEqual([true, true]);
  });
});
