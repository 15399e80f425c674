import { type ComponentProps, useRef } from 'react';
import { useScrollRoom } from './use-scroll-room.ts';

/**
 * A named part of a screen that scrolls by itself. The keyboard stops at it while there is something to scroll, and only
 * then; `data-more-aside` says that more lies to its right.
 */
export function ScrollRegion(props: Omit<ComponentProps<'section'>, 'ref' | 'tabIndex'> & { label: string }) {
  const { label, ...rest } = props;
  const box = useRef<HTMLElement>(null);
  const { scrolls, moreAside } = useScrollRoom(box);
  return (
    <section
      {...rest}
      ref={box}
      aria-label={label}
      data-more-aside={moreAside || undefined}
      tabIndex={scrolls ? 0 : undefined}
    />
  );
}
