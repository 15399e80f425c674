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
   * place and not only to another search text.
   */
  forgets?: boolean;
}

/**
 * Loads rows page by page as the user nears the end of a list. `search` is the search: another one starts with
 * its first page, and earlier results stay visible until it is loaded.
 */
export function usePages<Row, Answer extends PageResponse<Row>>(
  pageOf: (page: number) => QueryAs<Answer>,
  search: string,
  { forgets = false, ...options }: PageOptions = {},
) {
  const [reached, setReached] = useState({ asked: search, pages: 1 });
  const pages = reached.asked === search ? reached.pages : 1;
  const read = useQueries({
    queries: Array.from({ length: pages }, (_, index) => ({
      ...pageOf(index + 1),
      ...options,
      ...(index === 0 && !forgets && { placeholderData: keepPreviousData }),
    })),
    combine: joinPages<Answer>,
  });
  const total = read.answer?.total ?? 0;
  const loaded = read.pages.reduce((sum, { rows }) => sum + rows.length, 0);
  const more = () => {
    if (read.isBusy) return;
    if (read.failed) read.failed();
    else if (loaded < total && read.pages.at(-1)?.rows.length !== 0)
      setReached({ asked: search, pages: pages + 1 });
  };
  return { ...read, total, more };
}

/** Returns the joined pages; a single function object, so that its result is stable while the answers are. */
function joinPages<Answer>(read: readonly UseQueryResult<unknown>[]) {
  const first = read[0];
  const failed = read.find(({ isError }) => isError);
  return {
    /** The answer with the first page; it contains the total. */
    answer: first?.data as Answer | undefined,
    pages: read.flatMap(({ data }) => (data === undefined ? [] : [data as Answer])),
    isPending: first?.isPending === true,
    failure: first?.error ?? null,
    retry: () => void first?.refetch(),
    isBusy: read.some(({ isFetching }) => isFetching),
    failed: failed && (() => void failed.refetch()),
  };
}
