import { type RefObject, useEffect, useRef, useState } from 'react';

/** Time that a finger must stay still before it drags; a shorter touch is a tap or scrolls. */
const holdMs = 250;
const tolerancePixels = 8;

/**
 * Lets a finger (after a pause) or a mouse drag the children of a list: calls `move` as the dragged child
 * passes others, so that the list shows its new place. Touches scroll the page until the drag has begun.
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
  const [draggedIndex, setDraggedIndex] = useState<number>();
  const latest = useRef(move);
  latest.current = move;

  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    let currentIndex: number | undefined;
    let start: { x: number; y: number } | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const indexAt = (x: number, y: number) => {
      const child = document.elementFromPoint(x, y)?.closest('[data-place]');
      return child && element.contains(child) ? Number(child.getAttribute('data-place')) : undefined;
    };
    const end = () => {
      clearTimeout(timer);
      currentIndex = undefined;
      start = undefined;
      setDraggedIndex(undefined);
    };
    const handleDown = (event: PointerEvent) => {
      const index = indexAt(event.clientX, event.clientY);
      if (index === undefined || (event.target as Element).closest('button[data-remove]')) return;
      start = { x: event.clientX, y: event.clientY };
      timer = setTimeout(() => {
        currentIndex = index;
        setDraggedIndex(index);
        navigator.vibrate?.(15);
      }, holdMs);
    };
    const handleMove = (event: PointerEvent) => {
      if (!start) return;
      if (currentIndex === undefined) {
        // The finger moved before the pause was over: the page is being scrolled.
        if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > tolerancePixels) end();
        return;
      }
      const index = indexAt(event.clientX, event.clientY);
      if (index === undefined || index === currentIndex) return;
      latest.current(currentIndex, index);
      currentIndex = index;
      setDraggedIndex(index);
    };
    const preventScrolling = (event: TouchEvent) => {
      if (currentIndex !== undefined) event.preventDefault();
    };
    element.addEventListener('pointerdown', handleDown);
    addEventListener('pointermove', handleMove);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    element.addEventListener('touchmove', preventScrolling, { passive: false });
    return () => {
      end();
      element.removeEventListener('pointerdown', handleDown);
      removeEventListener('pointermove', handleMove);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      element.removeEventListener('touchmove', preventScrolling);
    };
  }, [list]);
  return draggedIndex;
}
