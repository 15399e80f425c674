import { startTransition, useDeferredValue, useEffect, useState } from 'react';

/**
 * An answer of the server, given to a large part of a screen when it has just come. What a query tells is drawn in one
 * go, for as long as it takes, and a phone is deaf until then; drawn as a transition it stops for whoever touches the
 * page. Only the first coming waits: what changes later stands at once.
 */
export function useUnhurried<Value>(value: Value | undefined): Value | undefined {
  const come = useDeferredValue(value !== undefined);
  return come ? value : undefined;
}

/**
 * How many of `count` parts, from the top, are drawn by now: one at first and one more after each, so that no single step
 * of a long form holds the page up. All of them are there after a moment, whether anybody scrolls or not, for whoever
 * searches in the page, prints it, or is led to a field.
 */
export function useGrowing(count: number): number {
  const [drawn, setDrawn] = useState(1);
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn(drawn + 1));
  }, [drawn, count]);
  return Math.min(drawn, count);
}
