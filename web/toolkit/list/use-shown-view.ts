import { useState } from 'react';
import { useLocation } from 'react-router';
import type { CurrentView, RestoredView } from './list-view.ts';
import type { ListPreferencesOf } from './use-list-preferences.ts';
import type { ListRows } from './use-list-rows.ts';

/**
 * Holds the view that a list shows, and whether its rows still wait for the view that the list opens with.
 */
export function useShownView<Row>({ stored, update, showLayout }: ListPreferencesOf<Row>) {
  const [shown, setShown] = useState<CurrentView>();
  const { search: address } = useLocation();
  const [awaited, setAwaited] = useState(stored.opensWithView === true && address === '');
  return {
    shown,
    awaited,
    leave: () => {
      setShown(undefined);
      showLayout(undefined);
    },
    use: (
      step: ListRows<Row>['step'],
      view: CurrentView,
      { layout, missing: _gone, ...address }: RestoredView,
    ) => {
      setShown(view);
      showLayout(layout);
      step({ type: 'open', ...address });
    },
    /** Called once it is decided whether the list opens with a view, or cannot be decided now. */
    ready: (opensWithView?: boolean) => {
      setAwaited(false);
      if (opensWithView !== undefined && opensWithView !== (stored.opensWithView === true)) {
        update({ opensWithView });
      }
    },
  };
}

export type ShownViewOf<Row> = ReturnType<typeof useShownView<Row>>;
