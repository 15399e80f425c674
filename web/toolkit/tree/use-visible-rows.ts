import { useCallback, useRef, useState } from 'react';

/** Number of rows drawn beyond the visible ones. */
const extraRows = 6;
/** Height before the box is measured, and if nothing has a height. */
const defaultHeight = 520;

/** Returns the visible part of a long list with rows of one height: only these are drawn. */
export function useVisibleRows(count: number, rowHeight: number) {
  const box = useRef<HTMLDivElement>(null);
  const [topRow, setTopRow] = useState(0);
  const height = box.current?.clientHeight || defaultHeight;
  const first = Math.max(0, Math.min(topRow, count - Math.ceil(height / rowHeight)) - extraRows);
  const last = Math.min(count, topRow + Math.ceil(height / rowHeight) + 1 + extraRows);

  const onScroll = useCallback(() => {
    setTopRow(Math.floor((box.current?.scrollTop ?? 0) / rowHeight));
  }, [rowHeight]);
  const scrollTo = useCallback(
    (index: number, align: 'nearest' | 'middle' = 'nearest') => {
      const scroller = box.current;
      if (scroller === null) return;
      const top = index * rowHeight;
      const lowest = top + rowHeight - scroller.clientHeight;
      if (align === 'middle') scroller.scrollTop = top - scroller.clientHeight / 2;
      else if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (lowest > scroller.scrollTop) scroller.scrollTop = lowest;
    },
    [rowHeight],
  );
  const scrollToTop = useCallback(() => {
    if (box.current) box.current.scrollTop = 0;
  }, []);
  return { box, first, last, onScroll, scrollTo, scrollToTop, isNearEnd: last >= count };
}
