import { startTransition, useDeferredValue, useEffect, useState } from 'react';

/**
 * Returns an answer of the server for a large part of a screen, and defers its first arrival. An answer is otherwise
 * drawn in one go, for as long as it takes, and a phone does not react until then; a transition pauses when the user
 * touches the page. Only the first arrival waits: later changes are drawn at once.
 */
export function useDeferred<Value>(value: Value | undefined): Value | undefined {
  const come = useDeferredValue(value !== undefined);
  return come ? value : undefined;
}

/**
 * Returns how many of `count` parts, from the top, are drawn by now: one at first and one more after each, so that no
 * single step of a long form holds the page up. All of them are there after a moment, also without scrolling, for a
 * person who searches in the page, prints it, or is led to a field.
 */
export function useProgressive(count: number): number {
  const [drawn, setDrawn] = useState(1);
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn(drawn + 1));
  }, [drawn, count]);
  return Math.min(drawn, count);
}
