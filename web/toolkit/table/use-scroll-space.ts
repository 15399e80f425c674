import { type RefObject, useEffect, useState } from 'react';

/** Overflow of a box: whether it is smaller than its content, and whether there is more to its right. */
interface ScrollSpace {
  scrolls: boolean;
  moreAside: boolean;
}

const none: ScrollSpace = { scrolls: false, moreAside: false };

/** Tolerance in pixels: browsers round, and a single pixel needs no scrolling. */
const slack = 1;

function roomOf(box: HTMLElement): ScrollSpace {
  const aside = box.scrollWidth - box.clientWidth;
  return {
    scrolls: aside > slack || box.scrollHeight - box.clientHeight > slack,
    moreAside: aside - box.scrollLeft > slack,
  };
}

/** Returns the overflow of a box; the browser measures it during layout, without a forced one. */
export function useScrollSpace(ref: RefObject<HTMLElement | null>): ScrollSpace {
  const [space, setSpace] = useState(none);
  // Runs each time, since the content of the box may be another element by now.
  useEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const poll = () => {
      const now = roomOf(box);
      setSpace((before) =>
        before.scrolls === now.scrolls && before.moreAside === now.moreAside ? before : now,
      );
    };
    const watcher = new ResizeObserver(poll);
    for (const element of [box, ...box.children]) watcher.observe(element);
    box.addEventListener('scroll', poll, { passive: true });
    return () => {
      watcher.disconnect();
      box.removeEventListener('scroll', poll);
    };
  });
  return space;
}
