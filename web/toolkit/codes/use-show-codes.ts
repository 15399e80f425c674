import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '#web/api/read-stored.ts';
import { useMe } from '#web/api/use-me.ts';

const keyOf = (person: string) => `banjian.shownCodes.${person}`;
const enabledValue = '1';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns whether the logged-in person has chosen to see codes next to names, which is off at first and stored in
 * this browser, and a function that changes it for all open screens.
 */
export function useShowCodes(): readonly [boolean, (isShown: boolean) => void] {
  const key = keyOf(useMe()?.staffUid ?? '');
  const isShown = useSyncExternalStore(subscribe, () => readStored(key) === enabledValue);
  const change = (next: boolean) => {
    writeStored(key, next ? enabledValue : '');
    for (const listener of listeners) listener();
  };
  return [isShown, change];
}
