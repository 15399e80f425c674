import { orderQuery } from '#contract/order-query.ts';
import { queryOf } from '#web/api/query-of.ts';

/** Returns the query for the page of an order found by a query: all readable content, and no actions. */
export function queriedOrderQuery(code: string) {
  return queryOf(orderQuery.detailPage, { params: { workorderCode: code } });
}
