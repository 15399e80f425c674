import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '#web/api/read-stored.ts';
import { useMe } from '#web/api/use-me.ts';

const keyOf = (person: string) => `banjian.shownCodes.${person}`;
const shown = '1';
const followers = new Set<() => void>();

function follow(follower: () => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

/**
 * Returns whether the logged-in person wants codes beside names, which is off at first and stored in this
 * browser, and the way to change it for all open screens.
 */
export function useShowCodes(): readonly [boolean, (isShown: boolean) => void] {
  const key = keyOf(useMe()?.staffUid ?? '');
  const isShown = useSyncExternalStore(follow, () => readStored(key) === shown);
  const change = (next: boolean) => {
    writeStored(key, next ? shown : '');
    for (const follower of followers) follower();
  };
  return [isShown, change];
}
