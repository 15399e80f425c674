import { createContext, useContext } from 'react';

/** Fetches the code of a screen ahead; the app provides it, for it alone knows which code a path needs. */
export const PrefetchScreen = createContext<(path: string) => void>(() => undefined);

export function usePrefetchScreen(): (path: string) => void {
  return useContext(PrefetchScreen);
}
