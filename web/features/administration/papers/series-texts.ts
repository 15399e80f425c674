import type { DocumentSeries } from '#contract/document-templates.ts';

/**
 * Returns the number that the next document of a series takes: the least free one, else the one after the
 * greatest.
 */
export function nextOf({ free, last }: Pick<DocumentSeries, 'free' | 'last'>): number {
  return free[0] ?? last + 1;
}

export function lastText({ last }: DocumentSeries): string {
  return last === 0 ? '尚未编号' : `${last} 号`;
}

/** Those in a row say little each. */
const freeShown = 3;

/** Names the free numbers, the first of them where there are many. */
export function freeText(free: readonly number[], atMost = freeShown): string {
  if (free.length === 0) return '无';
  const shown = free.slice(0, atMost).join('、');
  return free.length > atMost ? `${shown} 等 ${free.length} 个` : shown;
}
