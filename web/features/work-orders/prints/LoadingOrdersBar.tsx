import { Button } from 'antd';
import { textOfFailure } from '#web/api/call-error.ts';
import { OutcomeProgressBar } from '#web/toolkit/feedback/OutcomeProgressBar.tsx';
import type { PrintedOrder } from './printed-order.ts';
import styles from './prints.module.css';
import type { LoadedOrders } from './use-loaded-orders.ts';

/** Shows the progress of loading the orders, and the orders that could not be loaded. */
export function LoadingOrdersBar(props: {
  orders: readonly PrintedOrder[];
  loadedOrders: LoadedOrders<unknown>;
}) {
  const { orders, loadedOrders } = props;
  const { contents, failures, isComplete } = loadedOrders;
  const finishedCount = contents.size + failures.size;
  if (isComplete && failures.size === 0) return null;
  return (
    <div className={styles.gathering}>
      <OutcomeProgressBar
        label="读取办件的进度"
        headline={`已读取 ${finishedCount} / ${orders.length} 件`}
        breakdown={failures.size > 0 ? `${failures.size} 件未能读取` : ''}
        total={orders.length}
        done={contents.size}
        failed={failures.size}
      />
      {isComplete && failures.size > 0 && (
        <>
          <ul className={styles.failures} aria-label="未能读取的办件">
            {orders
              .filter(({ id }) => failures.has(id))
              .map(({ id, code }) => (
                <li key={id}>
                  {code}：{textOfFailure(failures.get(id))}
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
