import { useSyncExternalStore } from 'react';

/** Below this a screen is a phone's: one bar on top, the menu at the lower edge. */
export const phoneQuery = '(width < 600px)';

/** Checks whether the window fits the query, now and after every change. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}
