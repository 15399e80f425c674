import { useSyncExternalStore } from 'react';

/** Width below which a screen has the layout of a phone. */
export const phoneWidth = 700;

/** A resized window is measured when resizing ends (S0 §9). */
const delayMilliseconds = 500;

function subscribe(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const scheduleChange = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, delayMilliseconds);
  };
  addEventListener('resize', scheduleChange);
  return () => {
    clearTimeout(timer);
    removeEventListener('resize', scheduleChange);
  };
}

/**
 * Returns the smallest of these steps that is above the window's width, or infinity: a screen is rendered
 * again only when a step is crossed.
 */
export function useWindowStep(steps: readonly number[]): number {
  return useSyncExternalStore(subscribe, () => {
    const largerSteps = steps.filter((step) => innerWidth < step);
    return largerSteps.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...largerSteps);
  });
}

/** Height below which a desktop has no space for filters above the rows. */
const lowHeight = 700;

export function useIsLowWindow(): boolean {
  return useSyncExternalStore(subscribe, () => innerHeight < lowHeight);
}

const phoneSteps = [phoneWidth];

export function useIsPhone(): boolean {
  return useWindowStep(phoneSteps) === phoneWidth;
}
