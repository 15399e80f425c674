import { OrderDetailPage } from '#web/features/work-orders/OrderDetailPage.tsx';
import { queriedOrderQuery } from '#web/features/work-orders/queried-order-query.ts';
import { slots } from './DetailScreen.tsx';

const lookup = { pageQuery: queriedOrderQuery, homePath: '/query/all' };

/** Shows an order found by a query (S0 §2 `/view/:code`), read-only. */
export function QueryViewScreen() {
  return <OrderDetailPage slots={slots} lookup={lookup} />;
}
