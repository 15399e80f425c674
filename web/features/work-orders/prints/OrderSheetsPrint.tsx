import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { type WorkOrderPage, workOrders } from '#contract/work-orders.ts';
import { call } from '#web/api/call.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { prefetchPictures } from '#web/toolkit/files/use-picture.ts';
import { usePrinting } from '#web/toolkit/page/use-printing.ts';
import { withRest } from '../trace/use-trace.ts';
import { LoadingOrdersBar } from './LoadingOrdersBar.tsx';
import { PrintedOrderSheet } from './PrintedOrderSheet.tsx';
import type { PrintedOrder } from './printed-order.ts';
import { printedPictures } from './printed-pictures.ts';
import styles from './prints.module.css';
import { useLoadedOrders } from './use-loaded-orders.ts';

/** Maximum number of sheets of one run; loading more would take too long. */
const maxSheets = 100;

/** Loads the order with its whole trace and its signatures, as its page prints it. */
async function readWholeOrder(
  { code }: PrintedOrder,
  signal: AbortSignal,
  client: QueryClient,
): Promise<WorkOrderPage> {
  const request = { params: { workorderCode: code } };
  const page = await call(workOrders.detailPage, { ...request, query: {} }, { signal });
  await prefetchPictures(client, printedPictures(page));
  if (page.traces.length >= page.traceTotals.rows) return page;
  const { rows } = await call(workOrders.traces, { ...request, query: { own: 'true' } }, { signal });
  return { ...page, traces: withRest(page.traces, rows) };
}

/**
 * Prints 办件单 of many orders in one run: loads them with a progress display, and prints once all are loaded.
 */
export function OrderSheetsPrint(props: { orders: readonly PrintedOrder[]; onClose: () => void }) {
  const { orders: requestedOrders, onClose } = props;
  const client = useQueryClient();
  const [orders] = useState(() => requestedOrders.slice(0, maxSheets));
  const loadedOrders = useLoadedOrders(orders, (order, signal) => readWholeOrder(order, signal, client));
  const { printing, print } = usePrinting();
  const pages = orders.flatMap(({ id }) => loadedOrders.contents.get(id) ?? []);
  const isComplete = loadedOrders.isComplete && loadedOrders.failures.size === 0;

  const latest = useRef(print);
  latest.current = print;
  useEffect(() => {
    if (!isComplete) return;
    // Printing renders the sheets synchronously, which is not allowed while an effect runs.
    const timer = setTimeout(() => latest.current());
    return () => clearTimeout(timer);
  }, [isComplete]);

  return (
    <>
      <AppModal
        open
        width={480}
        title={`打印办件单 ${orders.length} 件`}
        onCancel={onClose}
        footer={
          <>
            <Button onClick={onClose}>{loadedOrders.isComplete ? '关闭' : '取消'}</Button>
            <Button
              type="primary"
              disabled={!loadedOrders.isComplete || pages.length === 0}
              onClick={() => print()}
            >
              {loadedOrders.failures.size > 0 ? `打印已读取的 ${pages.length} 件` : '打印'}
            </Button>
          </>
        }
      >
        {requestedOrders.length > maxSheets && (
          <p className={styles.warning} role="alert">
            一次最多打印 {maxSheets} 件，本次打印前 {maxSheets} 件。
          </p>
        )}
        <LoadingOrdersBar orders={orders} loadedOrders={loadedOrders} />
        {isComplete && (
          <p role="status">已读取全部 {orders.length} 件，正在打开打印窗口。没有打开时，请点击“打印”。</p>
        )}
      </AppModal>
      {printing &&
        pages.map((page, index) => (
          <PrintedOrderSheet key={page.order.id} page={page} run={{ pages, index }} />
        ))}
    </>
  );
}
