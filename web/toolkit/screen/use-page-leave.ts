import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Tells that the screen is left: another one is before it, it is taken down, or its page goes (a reload, the window
 * closed). The answer says whether it is left now, for what comes back only after that.
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
