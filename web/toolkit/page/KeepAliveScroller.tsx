import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';

/** Functions of the scrolling part. */
export interface ScrollerHandle {
  scrollToTop(): void;
}

/** Shows a scrolling part that, on return to a kept screen, has its last scroll position. */
export function KeepAliveScroller(props: {
  className?: string;
  testId: string;
  handle?: Ref<ScrollerHandle>;
  /**
   * Accessible name if nothing inside can be focused: the part itself is then focusable, so that it can be
   * scrolled by keyboard.
   */
  focusLabel?: string | undefined;
  children: ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const lastScrollTop = useRef(0);

  // NOTE: a hidden element loses its scroll position in some browsers; effects run again when the screen is
  // shown.
  useLayoutEffect(() => {
    // Not when first shown, when there is nothing to restore: it would make the browser lay out the page
    // twice.
    if (scroller.current && lastScrollTop.current > 0) scroller.current.scrollTop = lastScrollTop.current;
  }, []);

  useImperativeHandle(props.handle, () => ({
    scrollToTop() {
      if (scroller.current) scroller.current.scrollTop = 0;
    },
  }));

  return (
    <div
      ref={scroller}
      className={props.className}
      data-testid={props.testId}
      {...(props.focusLabel !== undefined && { role: 'region', 'aria-label': props.focusLabel, tabIndex: 0 })}
      onScroll={(event) => {
        lastScrollTop.current = event.currentTarget.scrollTop;
      }}
    >
      {props.children}
    </div>
  );
}
