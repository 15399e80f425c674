import { keepPreviousData, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { QueryAs } from '#web/api/query-of.ts';

interface PageResponse<Row> {
  rows: readonly Row[];
  /** Number of rows on all pages. */
  total: number;
}

interface PageOptions {
  enabled?: boolean;
  staleTime?: number;
  /**
   * True if the rows of an earlier search disappear while a new one loads, because they belong to another
   * list and not only to another search text.
   */
  clearsOnSearch?: boolean;
}

/**
 * Loads rows page by page as the user nears the end of a list. `search` is the search: another one starts with
 * its first page, and earlier results stay visible until it is loaded.
 */
export function usePages<Row, Answer extends PageResponse<Row>>(
  pageOf: (page: number) => QueryAs<Answer>,
  search: string,
  { clearsOnSearch = false, ...options }: PageOptions = {},
) {
  const [position, setPosition] = useState({ search, pages: 1 });
  const pages = position.search === search ? position.pages : 1;
  const result = useQueries({
    queries: Array.from({ length: pages }, (_, index) => ({
      ...pageOf(index + 1),
      ...options,
      ...(index === 0 && !clearsOnSearch && { placeholderData: keepPreviousData }),
    })),
    combine: joinPages<Answer>,
  });
  const total = result.answer?.total ?? 0;
  const loaded = result.pages.reduce((sum, { rows }) => sum + rows.length, 0);
  const loadMore = () => {
    if (result.isBusy) return;
    if (result.retryFailed) result.retryFailed();
    else if (loaded < total && result.pages.at(-1)?.rows.length !== 0)
      setPosition({ search, pages: pages + 1 });
  };
  return { ...result, total, loadMore };
}

/** Returns the joined pages; a single function object, so that its result is stable while the answers are. */
function joinPages<Answer>(result: readonly UseQueryResult<unknown>[]) {
  const first = result[0];
  const failedPage = result.find(({ isError }) => isError);
  return {
    /** The answer with the first page; it contains the total. */
    answer: first?.data as Answer | undefined,
    pages: result.flatMap(({ data }) => (data === undefined ? [] : [data as Answer])),
    isPending: first?.isPending === true,
    failure: first?.error ?? null,
    retry: () => void first?.refetch(),
    isBusy: result.some(({ isFetching }) => isFetching),
    retryFailed: failedPage && (() => void failedPage.refetch()),
  };
}
