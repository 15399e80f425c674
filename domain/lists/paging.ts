import { listLimits, pageSizes } from './limits.ts';

/** Page sizes in the order of the chooser, largest first (S0 §9). */
export const pageSizeOptions: readonly number[] = [...pageSizes].reverse();

export interface Page {
  /** Page number, from 1. */
  page: number;
  size: number;
}

function isPageSize(size: number): boolean {
  return pageSizes.some((known) => known === size);
}

/** Message for a page size that no list offers. */
export const pageSizeMessage = `每页条数只能是${pageSizes.join('、')}`;

/**
 * Returns a valid page for values that a screen stored: an unknown size becomes 10, and a page that is no
 * whole number from 1 on becomes 1.
 */
export function pageOf(page: number | undefined, size: number | undefined): Page {
  return {
    page: page !== undefined && Number.isSafeInteger(page) && page >= 1 ? page : 1,
    size: size !== undefined && isPageSize(size) ? size : listLimits.defaultPageSize,
  };
}

/** Returns the number of rows before the page. */
export function offsetOf({ page, size }: Page): number {
  return (page - 1) * size;
}

/** Returns page 1 with another size, because the rows of the old page are on other pages now (S0 §4). */
export function withPageSize(size: number): Page {
  return pageOf(1, size);
}

/** Returns the last page of a total, at least 1; after a deletion a list goes back to it. */
export function lastPage(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}
