import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Keeps the scroll position of each screen in a very low window, where the frame scrolls as a whole
 * (shell.module.css): a screen begins at its top, or at its last position.
 */
export function useFrameScrollPositions(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const scrolled = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    shown.current = pathname;
    // Not before the frame has scrolled: it would make the browser lay out the page.
    if (scrolled.current.size > 0) frame()?.scrollTo(0, scrolled.current.get(pathname) ?? 0);
  }, [pathname]);
  useEffect(() => {
    const element = frame();
    const note = () => scrolled.current.set(shown.current, element?.scrollTop ?? 0);
    element?.addEventListener('scroll', note, { passive: true });
    return () => element?.removeEventListener('scroll', note);
  }, []);
}

const frame = () => document.getElementById('content')?.parentElement;
