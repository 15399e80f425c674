import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';

/** Further control of the part that scrolls. */
export interface ScrollerHandle {
  toTop(): void;
}

/** A part that scrolls by itself and, coming back to a kept screen, stands where it was left. */
export function KeptScroller(props: {
  className?: string;
  testId: string;
  handle?: Ref<ScrollerHandle>;
  /** Accessible name where nothing inside takes the focus: the part then takes it, so that the keyboard scrolls it. */
  focusLabel?: string | undefined;
  children: ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const scrolled = useRef(0);

  // NOTE: a hidden element loses its scroll position in some browsers; effects run again when the screen is shown.
  useLayoutEffect(() => {
    // Not at the first showing, where there is nothing to restore: it would make the browser lay the page out twice.
    if (scroller.current && scrolled.current > 0) scroller.current.scrollTop = scrolled.current;
  }, []);

  useImperativeHandle(props.handle, () => ({
    toTop() {
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
        scrolled.current = event.currentTarget.scrollTop;
      }}
    >
      {props.children}
    </div>
  );
}
