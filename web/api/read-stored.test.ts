import { afterEach, describe, expect, it, vi } from 'vitest';
import { claimReminder } from '#web/features/schedule/reminder-claim.ts';
import { readStored, writeStored } from './read-stored.ts';

const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.*', '!../**/test-*'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Fills the storage, which all pages of an origin share. */
function fillUp(): void {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('storage is full', 'QuotaExceededError');
  });
}

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

describe('browser storage', () => {
  it('stores a value where there is space, and keeps the old value without an error when storage is full', () => {
    writeStored('a', '1');
    writeStored('b', '2', 'sessionStorage');
    expect([readStored('a'), sessionStorage.getItem('b')]).toEqual(['1', '2']);
    fillUp();
    writeStored('a', '3');
    expect(readStored('a')).toBe('1');
  });

  it('is written directly only by the session token and the unified login', () => {
    const writers = Object.entries(sources).flatMap(([file, text]) =>
      /(local|session)Storage\s*(\.setItem|\[['"a-zA-Z])/.test(text) ? [file] : [],
    );
    expect(Object.keys(sources).length).toBeGreaterThan(300);
    expect(writers.sort()).toEqual(['../features/session/login/unified.ts', './session-token.ts']);
  });

  it('lets a page claim a reminder also when storage is full', () => {
    fillUp();
    const entry = { id: 'e', startDate: 1 };
    expect([claimReminder(entry), claimReminder(entry)]).toEqual([true, true]);
  });
});
