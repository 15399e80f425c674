import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { workOrders } from '#contract/work-orders.ts';
import { call } from '#web/api/call.ts';
import { usePrefetchScreen } from '#web/toolkit/page/prefetch-screen.ts';

/** Every query about work orders begins with this, so that one event refreshes them all. */
export const orderQueries = 'work-orders';

/**
 * The detail page in one call, about one task where the address names its trace; lists fetch it ahead when the pointer or
 * the focus comes near a row.
 */
export function orderPageQuery(code: string, traceId: string | undefined) {
  return queryOptions({
    queryKey: [orderQueries, 'page', code, traceId],
    queryFn: ({ signal }) =>
      call(workOrders.detailPage, { params: { workorderCode: code }, query: { traceId } }, { signal }),
  });
}

/** Fetches an order ahead when the pointer or the focus comes to its row, so that a click opens at once. */
export function useApproach(): (row: { code: string; traceId?: string }) => void {
  const client = useQueryClient();
  const prefetchScreen = usePrefetchScreen();
  return useCallback(
    ({ code, traceId }) => {
      prefetchScreen('/affair/detail/:code');
      void client.prefetchQuery(orderPageQuery(code, traceId));
    },
    [client, prefetchScreen],
  );
}
