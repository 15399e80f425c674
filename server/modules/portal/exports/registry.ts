import type { ExportableList } from '#server/framework/lists/exportable-list.ts';
import { exportableArchive, exportableDestructions } from '#server/modules/cases/archive/service.ts';
import { exportableDrafts } from '#server/modules/cases/initiation/service.ts';
import { exportableOrderLists, exportableQueries } from '#server/modules/cases/work-orders/service.ts';

/** Every list that can be taken as a file; a list that comes later is one more entry here. */
export const exportableLists: readonly ExportableList[] = [
  ...exportableOrderLists,
  ...exportableQueries,
  exportableDrafts,
  exportableArchive,
  exportableDestructions,
];

export function findExportable(name: string): ExportableList | undefined {
  return exportableLists.find((list) => list.name === name);
}

const listOfPage: Readonly<Record<string, string>> = {
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
  // Of the combined query, as old clients name its pages (S2 §2).
  '/': 'query-own',
  all: 'query-own',
  cross: 'query-cross',
  seconds: 'query-seconds',
};

/** The list that a page shows, by its path or hash route; the to-do list where the page is none of a list (S2 §7). */
export function listOfPath(pagePath: string): string {
  const asked = pagePath.replace(/^.*#/, '').replace(/\?.*$/, '');
  const path = asked === '/' ? asked : asked.replace(/^\/+|\/+$/g, '');
  return Object.hasOwn(listOfPage, path) ? (listOfPage[path] ?? 'todo') : 'todo';
}
