import { OrderDetailPage } from '#web/features/work-orders/OrderDetailPage.tsx';
import { slots } from './detail-parts.tsx';

/** The detail page put together from the capabilities that have a part in it. */
export function DetailScreen() {
  return <OrderDetailPage slots={slots} />;
}
