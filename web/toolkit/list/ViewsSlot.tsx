import { Suspense } from 'react';
import { indexColumn } from '../list-model/list-columns.ts';
import { ListViews, ViewsPlaceholder } from './deferred-parts.tsx';
import type { ListPageProps } from './list-page-props.ts';
import type { CurrentViewState } from './use-current-view.ts';
import type { ListPreferencesOf } from './use-list-preferences.ts';
import type { ListRows } from './use-list-rows.ts';

/**
 * Shows the views of a list, loaded after the first rows, unless the list opens with a view: then the rows
 * wait for it.
 */
export function ViewsSlot<Row>(props: {
  page: ListPageProps<Row>;
  list: ListRows<Row>;
  preferences: ListPreferencesOf<Row>;
  view: CurrentViewState<Row>;
}) {
  const { page, list, preferences, view } = props;
  const placeholder = <ViewsPlaceholder hasViewName={preferences.stored.opensWithView === true} />;
  if (list.waiting && !view.isAwaited) return placeholder;
  return (
    <Suspense fallback={placeholder}>
      <ListViews
        list={page.name}
        currentList={{
          filters: page.filters,
          columns: [indexColumn, ...page.columns],
          sorts: list.sorts,
          tabs: page.tabs?.map(({ name }) => name) ?? [],
        }}
        state={list.state}
        layout={preferences.layout}
        currentView={view.currentView}
        onUse={(usedView, read) => view.apply(list.dispatch, usedView, read)}
        onReady={view.onReady}
      />
    </Suspense>
  );
}
