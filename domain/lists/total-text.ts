import { listLimits } from './limits.ts';

/** Returns a total as text: the exact number up to 10,000, beyond that `10000+`. */
export function totalText(total: number): string {
  return total >= listLimits.maxCountedRows ? `${listLimits.maxExportRows}+` : String(total);
}
