import { type RefObject, useEffect, useState } from 'react';

/** Overflow of a box: whether it is smaller than its content, and whether there is more to its right. */
interface ScrollSpace {
  scrolls: boolean;
  hasMoreRight: boolean;
}

const noOverflow: ScrollSpace = { scrolls: false, hasMoreRight: false };

/** Tolerance in pixels: browsers round, and a single pixel needs no scrolling. */
const tolerance = 1;

function measureSpace(box: HTMLElement): ScrollSpace {
  const hiddenWidth = box.scrollWidth - box.clientWidth;
  return {
    scrolls: hiddenWidth > tolerance || box.scrollHeight - box.clientHeight > tolerance,
    hasMoreRight: hiddenWidth - box.scrollLeft > tolerance,
  };
}

/** Returns the overflow of a box; the browser measures it during layout, without a forced one. */
export function useScrollSpace(ref: RefObject<HTMLElement | null>): ScrollSpace {
  const [space, setSpace] = useState(noOverflow);
  // Runs each time, since the content of the box may be another element by now.
  useEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const update = () => {
      const current = measureSpace(box);
      setSpace((previous) =>
        previous.scrolls === current.scrolls && previous.hasMoreRight === current.hasMoreRight
          ? previous
          : current,
      );
    };
    const watcher = new ResizeObserver(update);
    for (const element of [box, ...box.children]) watcher.observe(element);
    box.addEventListener('scroll', update, { passive: true });
    return () => {
      watcher.disconnect();
      box.removeEventListener('scroll', update);
    };
  });
  return space;
}
