import { useEffect, useState } from 'react';
import { useMediaQuery } from '#web/toolkit/styles/use-media-query.ts';

/** Below this width the settings of a field are below the list of fields, as in the style sheet. */
const stackedQuery = '(width <= 900px)';

/**
 * Leads between a list of fields and the settings of the chosen one where these are below the list, often
 * outside the window: `open` goes to the settings, `close` back to the list. `close` is undefined where both are
 * side by side.
 */
export function useStackedSettings(ids: { list: string; settings: string }) {
  const isStacked = useMediaQuery(stackedQuery);
  /** Number of openings; the settings are drawn before the page goes to them. */
  const [openedTimes, setOpenedTimes] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening goes there, a resized window does not
  useEffect(() => {
    if (openedTimes > 0 && isStacked) goTo(document.getElementById(ids.settings));
  }, [openedTimes]);
  const closeSettings = () =>
    goTo(document.getElementById(ids.list)?.querySelector<HTMLElement>('[aria-pressed="true"]'));
  return {
    open: () => setOpenedTimes((times) => times + 1),
    close: isStacked ? closeSettings : undefined,
  };
}

function goTo(element: HTMLElement | null | undefined): void {
  element?.scrollIntoView?.({ block: 'start' });
  element?.focus({ preventScroll: true });
}
