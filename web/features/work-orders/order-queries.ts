import { queryOptions } from '@tanstack/react-query';
import { workOrders } from '#contract/work-orders.ts';
import { call } from '#web/api/call.ts';

/** Every query about work orders begins with this, so that one event refreshes them all. */
export const orderQueries = 'work-orders';

/** The detail page in one call; lists fetch it ahead when the pointer or the focus comes near a row. */
export function orderPageQuery(code: string) {
  return queryOptions({
    queryKey: [orderQueries, 'page', code],
    queryFn: ({ signal }) => call(workOrders.detailPage, { params: { workorderCode: code } }, { signal }),
  });
}
