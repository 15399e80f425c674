import { useSyncExternalStore } from 'react';

/** Width below which a screen is a phone's: one bar on top, the menu at the lower edge. */
export const phoneQuery = '(width < 600px)';

/** Checks whether the window matches the query, now and after every change. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
  );
}
