import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { workOrders } from '#contract/work-orders.ts';
import { queryOf } from '#web/api/query-of.ts';
import { usePrefetchScreen } from '#web/toolkit/page/prefetch-screen.ts';

/**
 * The detail page in one call, about one task where the address names its trace; lists fetch it ahead when the pointer or
 * the focus comes near a row.
 */
export function orderPageQuery(code: string, traceId: string | undefined) {
  return queryOf(workOrders.detailPage, { params: { workorderCode: code }, query: { traceId } });
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
