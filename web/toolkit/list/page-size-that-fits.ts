import { listLimits, pageSizes } from '#domain/lists/limits.ts';
import { phoneWidth } from '../styles/use-window-size.ts';

/**
 * Heights of header, tabs, filters, table header, pages and gaps together, and of two rows that may be missing;
 * below, of a row.
 */
const heightAroundRows = 410;
const rowPixels = 40;

/**
 * Returns the smallest page size whose rows fill a window of this height, where only the rows scroll; at least
 * the default one (S0 §3). A phone scrolls as a whole, and has the default one.
 */
export function pageSizeThatFits(height: number, width: number): number {
  const fit = width < phoneWidth ? 0 : (height - heightAroundRows) / rowPixels;
  return pageSizes.find((size) => size >= Math.max(fit, listLimits.defaultPageSize)) ?? 200;
}
