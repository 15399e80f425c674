import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { usePrefetchScreen } from '#web/toolkit/page/prefetch-screen.ts';
import { orderPageQuery } from './order-queries.ts';

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
