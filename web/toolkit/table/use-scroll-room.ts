import { type RefObject, useEffect, useState } from 'react';

/** The room of a box: whether it is smaller than its content, and whether more of that lies to its right. */
interface ScrollRoom {
  scrolls: boolean;
  moreAside: boolean;
}

const none: ScrollRoom = { scrolls: false, moreAside: false };

/** Tolerance in pixels: browsers round, and no person scrolls for a single pixel. */
const slack = 1;

function roomOf(box: HTMLElement): ScrollRoom {
  const aside = box.scrollWidth - box.clientWidth;
  return {
    scrolls: aside > slack || box.scrollHeight - box.clientHeight > slack,
    moreAside: aside - box.scrollLeft > slack,
  };
}

/** Measured by the browser when it lays out, never by a layout that is asked for. */
export function useScrollRoom(ref: RefObject<HTMLElement | null>): ScrollRoom {
  const [room, setRoom] = useState(none);
  // Each time, since what is in the box may be another element by now.
  useEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const look = () => {
      const now = roomOf(box);
      setRoom((before) =>
        before.scrolls === now.scrolls && before.moreAside === now.moreAside ? before : now,
      );
    };
    const watcher = new ResizeObserver(look);
    for (const element of [box, ...box.children]) watcher.observe(element);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      watcher.disconnect();
      box.removeEventListener('scroll', look);
    };
  });
  return room;
}
