import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Runs `onLeave` when the screen is hidden or unmounted, or its page is unloaded (a reload, the window
 * closed). Returns a function that checks whether the screen is left now, for answers that arrive later.
 */
export function usePageLeave(onLeave: () => void): () => boolean {
  const now = useRef(onLeave);
  const gone = useRef(false);
  useLayoutEffect(() => {
    now.current = onLeave;
  });
  useEffect(() => {
    gone.current = false;
    const leave = () => now.current();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      gone.current = true;
      leave();
    };
  }, []);
  return () => gone.current;
}
