import { createContext, useContext, useEffect, useRef } from 'react';

/** State of a kept-alive screen, which is hidden, not closed, when the user goes elsewhere. */
export interface Screen {
  active: boolean;
  /** Increases each time the user returns from a screen that requests a refresh (S0 §4). */
  refreshCount: number;
}

export const ScreenContext = createContext<Screen>({ active: true, refreshCount: 0 });

/** Returns true while the surrounding screen is visible. */
export function useScreenActive(): boolean {
  return useContext(ScreenContext).active;
}

/** Runs `refresh` when the user returns to this kept screen from one that requests it. */
export function useScreenRefresh(refresh: () => void): void {
  const { refreshCount } = useContext(ScreenContext);
  const handledRefreshCount = useRef(refreshCount);
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    if (handledRefreshCount.current === refreshCount) return;
    handledRefreshCount.current = refreshCount;
    latest.current();
  }, [refreshCount]);
}
