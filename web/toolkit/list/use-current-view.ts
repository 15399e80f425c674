import { useState } from 'react';
import { useLocation } from 'react-router';
import type { CurrentView, RestoredView } from './list-view.ts';
import type { ListPreferencesOf } from './use-list-preferences.ts';
import type { ListRows } from './use-list-rows.ts';

/**
 * Holds the view that a list shows, and whether its rows still wait for the view that the list opens with.
 */
export function useCurrentView<Row>({ stored, update, showLayout }: ListPreferencesOf<Row>) {
  const [currentView, setShown] = useState<CurrentView>();
  const { search: address } = useLocation();
  const [isAwaited, setAwaited] = useState(stored.opensWithView === true && address === '');
  return {
    currentView,
    isAwaited,
    clear: () => {
      setShown(undefined);
      showLayout(undefined);
    },
    apply: (
      dispatch: ListRows<Row>['dispatch'],
      view: CurrentView,
      { layout, missing: _gone, ...address }: RestoredView,
    ) => {
      setShown(view);
      showLayout(layout);
      dispatch({ type: 'open', ...address });
    },
    /** Called once it is decided whether the list opens with a view, or cannot be decided now. */
    onReady: (opensWithView?: boolean) => {
      setAwaited(false);
      if (opensWithView !== undefined && opensWithView !== (stored.opensWithView === true)) {
        update({ opensWithView });
      }
    },
  };
}

export type CurrentViewState<Row> = ReturnType<typeof useCurrentView<Row>>;
