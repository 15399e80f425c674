import type { DocumentSeries } from '#contract/document-templates.ts';

/** The number that the next paper of a series takes: the least free one, else the one after the greatest. */
export function nextOf({ free, last }: Pick<DocumentSeries, 'free' | 'last'>): number {
  return free[0] ?? last + 1;
}
