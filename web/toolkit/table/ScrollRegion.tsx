import { type ComponentProps, useRef } from 'react';
import { useScrollSpace } from './use-scroll-space.ts';

/**
 * Shows a named part of a screen that scrolls separately. It is focusable only if there is something to
 * scroll, or if the area around it scrolls and has nothing else to focus; `data-more-right` marks that there
 * is more to its right.
 */
export function ScrollRegion(
  props: Omit<ComponentProps<'section'>, 'ref' | 'tabIndex'> & { label: string; isTabStop?: boolean },
) {
  const { label, isTabStop = false, ...rest } = props;
  const box = useRef<HTMLElement>(null);
  const { scrolls, hasMoreRight } = useScrollSpace(box);
  return (
    <section
      {...rest}
      ref={box}
      aria-label={label}
      data-more-right={hasMoreRight || undefined}
      tabIndex={scrolls || isTabStop ? 0 : undefined}
    />
  );
}
