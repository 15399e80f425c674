import { useSyncExternalStore } from 'react';

/** Below this a screen is laid out for a phone. */
export const phoneWidth = 700;

/** A window that is being drawn to its size is measured when it rests (S0 §9). */
const restMilliseconds = 500;

function subscribe(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, restMilliseconds);
  };
  addEventListener('resize', later);
  return () => {
    clearTimeout(timer);
    removeEventListener('resize', later);
  };
}

/**
 * The width of the window as the first of these steps that it lies under, or infinity: a screen is drawn anew only when a
 * step is crossed.
 */
export function useWindowStep(steps: readonly number[]): number {
  return useSyncExternalStore(subscribe, () => {
    const under = steps.filter((step) => innerWidth < step);
    return under.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...under);
  });
}

/** Below this height a desk has no space for filters above the rows. */
const lowHeight = 700;

export function useIsLowWindow(): boolean {
  return useSyncExternalStore(subscribe, () => innerHeight < lowHeight);
}

const phoneSteps = [phoneWidth];

export function useIsPhone(): boolean {
  return useWindowStep(phoneSteps) === phoneWidth;
}
