import { OrderDetailPage } from '#web/features/work-orders/OrderDetailPage.tsx';
import { queriedOrderQuery } from '#web/features/work-orders/queried-order-query.ts';
import { slots } from './DetailScreen.tsx';

const lookup = { page: queriedOrderQuery, home: '/query/all' };

/** An order that a query has found (S0 §2 `/view/:code`), to read alone. */
export function QueryViewScreen() {
  return <OrderDetailPage slots={slots} lookup={lookup} />;
}
