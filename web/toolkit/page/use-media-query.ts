import { useSyncExternalStore } from 'react';

/** Where a screen is laid out for a phone; style sheets say the same. */
export const phoneQuery = '(width < 900px)';

/** Whether the window answers to a media query, and again whenever that changes. */
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
