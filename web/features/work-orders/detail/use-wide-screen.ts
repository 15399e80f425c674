import { useSyncExternalStore } from 'react';

const query = '(min-width: 1440px)';

/** Whether there is room for the trace beside the tabs. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
  );
}
