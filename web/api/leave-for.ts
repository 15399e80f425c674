import { findPage } from '#contract/safe-target.ts';

/**
 * Leaves this page for another. An address from a link must come from `findSafeTarget`; one from the portal's
 * server is used as it is. A target that is not a page leads to the portal's first page.
 */
export function leaveFor(target: string, method: 'assign' | 'replace' = 'assign'): void {
  location[method](findPage(target) ?? '/');
}

/** Opens a page in a new window, without access back to this one. */
export function openInNewWindow(target: string): void {
  const page = findPage(target);
  if (page !== undefined) window.open(page, '_blank', 'noopener');
}
