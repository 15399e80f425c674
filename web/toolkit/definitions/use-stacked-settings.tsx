import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useMediaQuery } from '../styles/use-media-query.ts';

/** Up to this width the settings of an entry are below the list of entries, as in the style sheets. */
const stackedQuery = '(width <= 900px)';

/**
 * Moves between a list and the settings of the chosen entry where these are below the list, often outside the
 * window: `open` goes to the settings, and the button of the `card` with the settings leads back to the list. There
 * is no button where both are side by side.
 */
export function useStackedSettings(options: {
  /** Id of the list, and of the card with the settings. */
  list: string;
  settings: string;
  /** Label of the button: `返回字段列表`. */
  back: string;
  /** True if the settings are below the list in every window. */
  isAlwaysStacked?: boolean;
}) {
  const isNarrow = useMediaQuery(stackedQuery);
  const isStacked = options.isAlwaysStacked === true || isNarrow;
  /** Number of openings; the settings are drawn before the page goes to them. */
  const [openedTimes, setOpenedTimes] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening goes there, a resized window does not
  useEffect(() => {
    if (openedTimes > 0 && isStacked) goTo(document.getElementById(options.settings));
  }, [openedTimes]);
  const returnToList = () =>
    goTo(document.getElementById(options.list)?.querySelector<HTMLElement>('[aria-pressed="true"]'));
  return {
    open: () => setOpenedTimes((times) => times + 1),
    card: {
      id: options.settings,
      extra: isStacked ? (
        <Button size="small" onClick={returnToList}>
          {options.back}
        </Button>
      ) : undefined,
    },
  };
}

/** Id of a card with settings, and its button back to the list. */
export type SettingsCard = ReturnType<typeof useStackedSettings>['card'];

function goTo(element: HTMLElement | null | undefined): void {
  element?.scrollIntoView?.({ block: 'start' });
  element?.focus({ preventScroll: true });
}
