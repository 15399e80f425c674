import { type ComponentProps, useRef } from 'react';
import { useScrollSpace } from './use-scroll-space.ts';

/**
 * Shows a named part of a screen that scrolls separately. It is focusable only if there is something to
 * scroll, or if the area around it scrolls and has nothing else to focus; `data-more-aside` marks that there
 * is more to its right.
 */
export function ScrollRegion(
  props: Omit<ComponentProps<'section'>, 'ref' | 'tabIndex'> & { label: string; isStop?: boolean },
) {
  const { label, isStop = false, ...rest } = props;
  const box = useRef<HTMLElement>(null);
  const { scrolls, moreAside } = useScrollSpace(box);
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
