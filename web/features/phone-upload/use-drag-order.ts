import { type RefObject, useEffect, useRef, useState } from 'react';

/** Time that a finger must rest before it drags; a shorter touch is a tap or scrolls. */
const restMs = 250;
const tolerancePixels = 8;

/**
 * Lets a finger (after a pause) or a mouse drag the children of a list: calls `move` as the dragged child
 * passes others, so that the list shows its new place. Touches scroll the page until the drag has begun.
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number>();
  const latest = useRef(move);
  latest.current = move;

  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    let at: number | undefined;
    let start: { x: number; y: number } | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const placeAt = (x: number, y: number) => {
      const under = document.elementFromPoint(x, y)?.closest('[data-place]');
      return under && element.contains(under) ? Number(under.getAttribute('data-place')) : undefined;
    };
    const end = () => {
      clearTimeout(timer);
      at = undefined;
      start = undefined;
      setDragged(undefined);
    };
    const down = (event: PointerEvent) => {
      const place = placeAt(event.clientX, event.clientY);
      if (place === undefined || (event.target as Element).closest('button[data-remove]')) return;
      start = { x: event.clientX, y: event.clientY };
      timer = setTimeout(() => {
        at = place;
        setDragged(place);
        navigator.vibrate?.(15);
      }, restMs);
    };
    const over = (event: PointerEvent) => {
      if (!start) return;
      if (at === undefined) {
        // The finger moved before the pause was over: the page is being scrolled.
        if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > tolerancePixels) end();
        return;
      }
      const place = placeAt(event.clientX, event.clientY);
      if (place === undefined || place === at) return;
      latest.current(at, place);
      at = place;
      setDragged(place);
    };
    const preventScrolling = (event: TouchEvent) => {
      if (at !== undefined) event.preventDefault();
    };
    element.addEventListener('pointerdown', down);
    addEventListener('pointermove', over);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    element.addEventListener('touchmove', preventScrolling, { passive: false });
    return () => {
      end();
      element.removeEventListener('pointerdown', down);
      removeEventListener('pointermove', over);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      element.removeEventListener('touchmove', preventScrolling);
    };
  }, [list]);
  return dragged;
}
