import { lazy } from 'react';
import type { WorkOrderRow } from '#contract/work-orders.ts';
import type { ListCard } from '#web/toolkit/list/ListCards.tsx';
import { partOrWords } from '#web/toolkit/page/part-or-words.tsx';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { toneOfStatus } from '#web/toolkit/status/status-tone.ts';

/** Cells of the lists of orders that say more than their kind; the columns are declared in the domain (0091). */
export const orderCells = {
  due: { render: ({ due, endedAt }: WorkOrderRow) => (endedAt === null ? <DueLight due={due} /> : '已办结') },
};

/** An order as a phone shows it in a list. */
export function orderCard(row: WorkOrderRow, url: string): ListCard {
  return {
    url,
    title: row.title,
    second: `${row.code}　${row.itemName}`,
    tag: <StatusTag label={row.statusLabel} tone={toneOfStatus(row.status)} />,
    light: orderCells.due.render(row),
  };
}

/** 打印 of ticked orders; its code comes with the click. */
export const ChosenPrint = lazy(() =>
  partOrWords(async () => (await import('./prints/OrdersPrint.tsx')).OrdersPrint),
);
