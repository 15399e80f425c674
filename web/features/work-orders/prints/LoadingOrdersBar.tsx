import { Button } from 'antd';
import { textOfFailure } from '#web/api/call-error.ts';
import { TallyBar } from '#web/toolkit/feedback/TallyBar.tsx';
import type { PrintedOrder } from './printed-order.ts';
import styles from './prints.module.css';
import type { LoadedOrders } from './use-loaded-orders.ts';

/** Shows the progress of loading the orders, and the orders that could not be loaded. */
export function LoadingOrdersBar(props: {
  orders: readonly PrintedOrder[];
  loadedOrders: LoadedOrders<unknown>;
}) {
  const { orders, loadedOrders } = props;
  const { done, failed, isComplete } = loadedOrders;
  const finishedCount = done.size + failed.size;
  if (isComplete && failed.size === 0) return null;
  return (
    <div className={styles.gathering}>
      <TallyBar
        label="读取办件的进度"
        headline={`已读取 ${finishedCount} / ${orders.length} 件`}
        breakdown={failed.size > 0 ? `${failed.size} 件未能读取` : ''}
        total={orders.length}
        done={done.size}
        failed={failed.size}
      />
      {isComplete && failed.size > 0 && (
        <>
          <ul className={styles.failures} aria-label="未能读取的办件">
            {orders
              .filter(({ id }) => failed.has(id))
              .map(({ id, code }) => (
                <li key={id}>
                  {code}：{textOfFailure(failed.get(id))}
                </li>
              ))}
          </ul>
          <Button size="small" onClick={loadedOrders.retry}>
            重新读取
          </Button>
        </>
      )}
    </div>
  );
}
