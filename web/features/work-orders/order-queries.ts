import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { workOrders } from '#contract/work-orders.ts';
import { queryOf } from '#web/api/query-of.ts';
import { usePrefetchScreen } from '#web/toolkit/page/prefetch-screen.ts';

/**
 * Returns the query of the detail page in one call, about one task if the address names its trace; lists
 * prefetch it when a row is hovered or focused.
 */
export function orderPageQuery(code: string, traceId: string | undefined) {
  return queryOf(workOrders.detailPage, { params: { workorderCode: code }, query: { traceId } });
}

/** Prefetches an order when its row is hovered or focused, so that a click opens it at once. */
export function usePrefetchOrder(): (row: { code: string; traceId?: string }) => void {
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
