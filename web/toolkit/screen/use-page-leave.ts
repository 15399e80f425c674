import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Runs `onLeave` when the screen is hidden or unmounted, or its page is unloaded (a reload, the window
 * closed). Returns a function that checks whether the screen is left now, for answers that arrive later.
 */
export function usePageLeave(onLeave: () => void): () => boolean {
  const latestOnLeave = useRef(onLeave);
  const hasLeft = useRef(false);
  useLayoutEffect(() => {
    latestOnLeave.current = onLeave;
  });
  useEffect(() => {
    hasLeft.current = false;
    const runOnLeave = () => latestOnLeave.current();
    window.addEventListener('pagehide', runOnLeave);
    return () => {
      window.removeEventListener('pagehide', runOnLeave);
      hasLeft.current = true;
      runOnLeave();
    };
  }, []);
  return () => hasLeft.current;
}
