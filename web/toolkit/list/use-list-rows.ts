import { keepPreviousData, onlineManager, useQuery } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { lastPage } from '#domain/lists/paging.ts';
import { totalText } from '#domain/lists/total-text.ts';
import { offlineText } from '#web/api/call-error.ts';
import type { QueryAs } from '#web/api/query-of.ts';
import { useFeedback } from '../feedback/use-feedback.ts';
import type { ListPageOf } from '../list-model/list-types.ts';
import { useDeferred } from '../page/deferred.ts';
import { useScreenRefresh } from '../screen/screen.ts';
import type { ListPageProps } from './list-page-props.ts';
import { checkSearch, initialListState, listReducer, writeListQuery } from './list-state.ts';
import { useListAddress } from './use-list-address.ts';
import { useSearchRefusal } from './use-search-refusal.ts';
import { useStableRows } from './use-stable-rows.ts';

const noRows: readonly never[] = [];

/**
 * Holds the filters, page, sorting and tab of a list, and loads its rows. The list starts with pages of
 * `size`; it loads nothing while it `awaitsView`.
 */
export function useListRows<Row>(
  { filters, columns, tabs, source, rowKey }: ListPageProps<Row>,
  { size, awaitsView }: { size: number; awaitsView: boolean },
) {
  const [state, dispatch] = useReducer(listReducer, undefined, () =>
    initialListState(filters, size, tabs?.[0]?.name),
  );
  const sorts = columns.flatMap(({ sort }) => sort ?? []);
  useListAddress(filters, tabs, sorts, dispatch);
  const refuse = useSearchRefusal();
  const feedback = useFeedback();

  const isInitialPending = filters.some(
    ({ pending, initial, name }) => pending || (initial && !(name in state.draft)),
  );
  useEffect(() => {
    if (isInitialPending) dispatch({ type: 'begin', filters });
  }, [isInitialPending, filters]);
  const query = writeListQuery(state, filters);
  const today = localDateOf(new Date());
  const searchProblems = checkSearch(state.applied, filters, today);
  const answer = useQuery({
    ...(source(query) as QueryAs<ListPageOf<Row>>),
    placeholderData: keepPreviousData,
    enabled: searchProblems.length === 0 && !isInitialPending && !awaitsView,
  });
  useScreenRefresh(() => void answer.refetch());

  const data = useDeferred(answer.data);
  const waiting = awaitsView || answer.isLoading || (answer.isSuccess && data === undefined);
  const rows = useStableRows(data?.rows ?? noRows, rowKey);
  const total = data?.total ?? 0;
  // After the last row of the last page was handled, the list steps back to an existing page.
  const isPageEmpty = data !== undefined && !answer.isPlaceholderData && rows.length === 0 && state.page > 1;
  useEffect(() => {
    if (isPageEmpty) dispatch({ type: 'page', page: lastPage(total, state.size) });
  }, [isPageEmpty, total, state.size]);

  /** Searches by the filters as they are now; returns false if they have problems, which a dialog shows. */
  const search = (): boolean => {
    const problems = checkSearch(state.draft, filters, today);
    if (problems.length > 0) {
      refuse(problems);
      return false;
    }
    dispatch({ type: 'search' });
    if (!onlineManager.isOnline()) feedback.warn(offlineText);
    // Repeating the same search loads the rows again.
    if (state.page === 1 && state.draft === state.applied) void answer.refetch();
    return true;
  };
  const text = waiting ? '正在查询…' : answer.isError ? '共 — 条' : `共 ${totalText(total)} 条`;

  return {
    state,
    dispatch,
    sorts,
    query,
    /** Problems that prevent loading the list. */
    searchProblems,
    refuse,
    search,
    answer,
    rows,
    total,
    /** True while the first rows are loading. */
    waiting,
    isEmpty: answer.isSuccess && data !== undefined && rows.length === 0 && !isPageEmpty,
    countText: answer.isPaused ? offlineText : text,
  };
}

/** State and rows of a list. */
export type ListRows<Row> = ReturnType<typeof useListRows<Row>>;
