import { CloseCircleFilled } from '@ant-design/icons';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import lineStyles from './problems-line.module.css';

/**
 * Shows how many problems are left, the first of them, and a link back to the summary, in one line at the
 * upper edge of the screen while the summary is scrolled out of view. Screen readers do not announce it, because
 * they have announced the summary.
 */
export function ProblemsLine(props: {
  /** The head of the summary. */
  head: RefObject<HTMLElement | null>;
  /** An element near the end of the summary: once it is scrolled out, the line covers no problem. */
  end: RefObject<HTMLElement | null>;
  count: number;
  /** The first problem, as a link to its field where it has one. */
  children: ReactNode;
}) {
  const { head, end, count, children } = props;
  const isOut = useIsScrolledOut(end);
  const goToSummary = () => {
    head.current?.scrollIntoView?.({ block: 'start' });
    head.current?.focus({ preventScroll: true });
  };
  return (
    <div className={lineStyles.area} data-problems-line={isOut}>
      {isOut && (
        <div className={lineStyles.line}>
          <CloseCircleFilled aria-hidden />
          <span className={lineStyles.count}>还有 {count} 项需完善：</span>
          <span className={lineStyles.first}>{children}</span>
          <button type="button" onClick={goToSummary}>
            查看全部
          </button>
        </div>
      )}
    </div>
  );
}

/** Checks whether the element is above the visible part of the screen. */
function useIsScrolledOut(element: RefObject<HTMLElement | null>): boolean {
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    if (element.current === null || !('IntersectionObserver' in globalThis)) return undefined;
    const watcher = new IntersectionObserver((entries) => {
      const last = entries.at(-1);
      // In a low window, the end of a long summary may be below the visible part.
      if (last) setOut(!last.isIntersecting && last.boundingClientRect.top < window.innerHeight / 2);
    });
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element]);
  return isOut;
}
