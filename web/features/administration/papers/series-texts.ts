import type { DocumentSeries } from '#contract/document-templates.ts';

/**
 * Returns the number of the next document in a series: the smallest free one, else the one after the
 * greatest.
 */
export function nextOf({ free, last }: Pick<DocumentSeries, 'free' | 'last'>): number {
  return free[0] ?? last + 1;
}

export function lastText({ last }: DocumentSeries): string {
  return last === 0 ? '尚未编号' : `${last} 号`;
}

/** Number of free numbers shown in a row of the list. */
const freeShown = 3;

/** Lists the free numbers; only the first of them if there are many. */
export function freeText(free: readonly number[], atMost = freeShown): string {
  if (free.length === 0) return '无';
  const shown = free.slice(0, atMost).join('、');
  return free.length > atMost ? `${shown} 等 ${free.length} 个` : shown;
}
