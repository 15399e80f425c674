import type { ExportableList } from '#server/framework/lists/exportable-list.ts';
import { exportableArchive, exportableDestructions } from '#server/modules/cases/archive/service.ts';
import { exportableDrafts } from '#server/modules/cases/initiation/service.ts';
import { exportablePaymentDay } from '#server/modules/cases/payments/service.ts';
import { exportableLetters } from '#server/modules/cases/supervision/service.ts';
import { exportableMoved } from '#server/modules/cases/time-limits/service.ts';
import { exportableOrderLists, exportableQueries } from '#server/modules/cases/work-orders/service.ts';
import { exportableFigureOrders } from '#server/modules/portal/dashboard/service.ts';

/** Every list that can be exported; add an entry here for a new list. */
export const exportableLists: readonly ExportableList[] = [
  ...exportableOrderLists,
  ...exportableQueries,
  exportableFigureOrders,
  exportableDrafts,
  exportableArchive,
  exportableDestructions,
  exportableLetters,
  exportablePaymentDay,
  exportableMoved,
];

export function findExportable(name: string): ExportableList | undefined {
  return exportableLists.find((list) => list.name === name);
}

const listByScreenPath: Readonly<Record<string, string>> = {
  todo: 'todo',
  done: 'done',
  copied: 'copied',
  'my-initiated': 'initiated',
  affair: 'mine',
  'affair/draft': 'drafts',
  'affair-draft': 'drafts',
  query: 'query-own',
  'query/all': 'query-own',
  'query/cross': 'query-cross',
  'query/seconds': 'query-seconds',
  // Pages of the combined query, by the names that old clients use (S2 §2).
  '/': 'query-own',
  all: 'query-own',
  cross: 'query-cross',
  seconds: 'query-seconds',
  'dashboard/orders': 'dashboard-orders',
};

/**
 * Returns the list that a page shows, by its path or hash route; the to-do list if the page shows none (S2
 * §7).
 */
export function listOfPath(pagePath: string): string {
  const requestedPath = pagePath.replace(/^.*#/, '').replace(/\?.*$/, '');
  const path = requestedPath === '/' ? requestedPath : requestedPath.replace(/^\/+|\/+$/g, '');
  return Object.hasOwn(listByScreenPath, path) ? (listByScreenPath[path] ?? 'todo') : 'todo';
}
