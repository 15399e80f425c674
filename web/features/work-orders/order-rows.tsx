import { lazy } from 'react';
import type { QueriedOrder } from '#contract/order-query.ts';
import type { WorkOrderRow } from '#contract/work-orders.ts';
import { retryablePart } from '#web/toolkit/lazy-parts/retryable-part.tsx';
import type { ListCard } from '#web/toolkit/list/ListCards.tsx';
import type { RowAction } from '#web/toolkit/list-model/list-types.ts';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { toneOfStatus } from '#web/toolkit/status/status-tone.ts';
import styles from './order-rows.module.css';

/**
 * Cells of the order lists that need more than their kind's default; the columns are declared in the domain
 * (0091).
 */
export const orderCells = {
  due: {
    // The status says how an order ended.
    render: ({ due, endedAt }: WorkOrderRow) => (endedAt === null ? <DueLight due={due} /> : '—'),
  },
};

/** The same for the columns of the combined query, which hide the status in a narrow window. */
export const queriedCells = {
  due: {
    render: (row: WorkOrderRow) =>
      row.endedAt === null ? (
        orderCells.due.render(row)
      ) : (
        <>
          <span className={styles.wideOnly}>—</span>
          <span className={styles.narrowOnly}>{row.statusLabel}</span>
        </>
      ),
  },
};

/** Shows that an open order was urged, and how many times. */
export function UrgedTag({
  row: { urgeCount, endedAt },
}: {
  row: Pick<WorkOrderRow, 'urgeCount' | 'endedAt'>;
}) {
  if (urgeCount === 0 || endedAt !== null) return null;
  return <StatusTag tone="progress" label={urgeCount > 1 ? `已催办 ${urgeCount} 次` : '已催办'} />;
}

/** Returns the card of an order in a list on a phone. */
export function orderCard(row: WorkOrderRow, url: string): ListCard {
  return {
    url,
    title: row.title,
    secondLine: `${row.code}　${row.itemName}`,
    tag: <StatusTag label={row.statusLabel} tone={toneOfStatus(row.status)} />,
    light: row.endedAt === null && <DueLight due={row.due} owner="全程" />,
  };
}

/**
 * Returns the card of an order of the combined query on a phone: its handlers, the limit of the step, and the
 * limit of the whole.
 */
export function overdueOrderCard(row: QueriedOrder, url: string, actions: readonly RowAction[]): ListCard {
  const { nodeName, handlerNames, stepDue } = row;
  const facts = [
    { key: 'nodeName', label: '当前环节', value: nodeName },
    { key: 'handlerNames', label: '当前处理人', value: handlerNames },
    { key: 'stepDue', label: '环节时限', value: stepDue.text && <DueLight due={stepDue} /> },
  ];
  return {
    ...orderCard(row, url),
    light: row.endedAt === null && <DueLight due={row.due} owner="全程" />,
    facts: facts.filter(({ value }) => value !== ''),
    actions,
  };
}

/** Prints selected orders (打印); its code is loaded with the click. */
export const SelectedOrdersPrint = lazy(() =>
  retryablePart(async () => (await import('./prints/OrdersPrint.tsx')).OrdersPrint),
);
