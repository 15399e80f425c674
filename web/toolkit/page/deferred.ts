import { startTransition, useDeferredValue, useEffect, useState } from 'react';

/**
 * Returns a server answer for a large part of a screen, and defers its first arrival. Otherwise an answer is
 * rendered in one go, and a phone does not react until it is done; a transition pauses when the user touches
 * the page. Only the first arrival is deferred: later changes are rendered at once.
 */
export function useDeferred<Value>(value: Value | undefined): Value | undefined {
  const hasArrived = useDeferredValue(value !== undefined);
  return hasArrived ? value : undefined;
}

/**
 * Returns how many of `count` parts, from the top, are drawn by now: one at first and one more after each, so
 * that no single step of a long form blocks the page. After a moment all are there, even without scrolling,
 * for users who search in the page, print it, or jump to a field.
 */
export function useProgressive(count: number): number {
  const [drawnCount, setDrawnCount] = useState(1);
  useEffect(() => {
    if (drawnCount < count) startTransition(() => setDrawnCount(drawnCount + Math.min(drawnCount, 8)));
  }, [drawnCount, count]);
  return Math.min(drawnCount, count);
}
