import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Keeps the scroll position of each screen in a very low window, where the frame scrolls as a whole
 * (shell.module.css): a screen begins at its top, or at its last position.
 */
export function useFrameScrollPositions(): void {
  const { pathname } = useLocation();
  const currentPath = useRef(pathname);
  const positions = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    currentPath.current = pathname;
    // Not before the frame has scrolled: it would make the browser lay out the page.
    if (positions.current.size > 0) findFrame()?.scrollTo(0, positions.current.get(pathname) ?? 0);
  }, [pathname]);
  useEffect(() => {
    const element = findFrame();
    const recordPosition = () => positions.current.set(currentPath.current, element?.scrollTop ?? 0);
    element?.addEventListener('scroll', recordPosition, { passive: true });
    return () => element?.removeEventListener('scroll', recordPosition);
  }, []);
}

const findFrame = () => document.getElementById('content')?.parentElement;
