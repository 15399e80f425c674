import { listLimits } from '#domain/lists/limits.ts';

/** How many a search found; lists are counted to 10,001 (S0 §9). */
export const countedRows = (total: number) =>
  total >= listLimits.maxCountedRows ? `${listLimits.maxCountedRows - 1}+` : String(total);
