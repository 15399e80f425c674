import { type ComponentProps, useRef } from 'react';
import { useScrollRoom } from './use-scroll-room.ts';

/**
 * A named part of a screen that scrolls by itself. The keyboard stops at it while there is something to scroll, and only
 * then, or where what lies around it scrolls and has no other stop; `data-more-aside` says that more lies to its right.
 */
export function ScrollRegion(
  props: Omit<ComponentProps<'section'>, 'ref' | 'tabIndex'> & { label: string; isStop?: boolean },
) {
  const { label, isStop = false, ...rest } = props;
  const box = useRef<HTMLElement>(null);
  const { scrolls, moreAside } = useScrollRoom(box);
  return (
    <section
      {...rest}
      ref={box}
      aria-label={label}
      data-more-aside={moreAside || undefined}
      tabIndex={scrolls || isStop ? 0 : undefined}
    />
  );
}
