import { createContext, useContext } from 'react';

/** Prefetches the code of a screen; provided by the app, the only place with the routes. */
export const PrefetchScreen = createContext<(path: string) => void>(() => undefined);

export function usePrefetchScreen(): (path: string) => void {
  return useContext(PrefetchScreen);
}
