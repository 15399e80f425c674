import { orderQuery } from '#contract/order-query.ts';
import { queryOf } from '#web/api/query-of.ts';

/** The page of an order for who has looked it up: all that there is to read, and nothing to press. */
export function queriedOrderQuery(code: string) {
  return queryOf(orderQuery.detailPage, { params: { workorderCode: code } });
}
