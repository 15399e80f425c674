import { keepPreviousData, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { QueryAs } from '#web/api/query-of.ts';

interface PageAnswer<Row> {
  rows: readonly Row[];
  /** The number of rows on all pages. */
  total: number;
}

interface PageOptions {
  enabled?: boolean;
  staleTime?: number;
  /**
   * True where the rows of an earlier search are not shown while a new one loads: they are of another place, not of
   * another word.
   */
  forgets?: boolean;
}

/**
 * Rows that come page by page as the end of a list is neared, however many there are. `asked` says what is searched for:
 * another search begins at its first page, and what was found before stays in sight until that is there.
 */
export function usePages<Row, Answer extends PageAnswer<Row>>(
  pageOf: (page: number) => QueryAs<Answer>,
  asked: string,
  { forgets = false, ...options }: PageOptions = {},
) {
  const [reached, setReached] = useState({ asked, pages: 1 });
  const pages = reached.asked === asked ? reached.pages : 1;
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
    else if (loaded < total && read.pages.at(-1)?.rows.length !== 0) setReached({ asked, pages: pages + 1 });
  };
  return { ...read, total, more };
}

/** One function for good, so that what it makes stays the same while the answers do. */
function joinPages<Answer>(read: readonly UseQueryResult<unknown>[]) {
  const first = read[0];
  const failed = read.find(({ isError }) => isError);
  return {
    /** The answer with the first page; it holds the total. */
    answer: first?.data as Answer | undefined,
    pages: read.flatMap(({ data }) => (data === undefined ? [] : [data as Answer])),
    isPending: first?.isPending === true,
    failure: first?.error ?? null,
    retry: () => void first?.refetch(),
    isBusy: read.some(({ isFetching }) => isFetching),
    failed: failed && (() => void failed.refetch()),
  };
}
