import { findPage } from '#contract/safe-target.ts';

/**
 * Leaves this page for another: for an address from a link, only after `findSafeTarget`; from the portal's server, as
 * it came. A target that is no page leads to the portal's first page.
 */
export function leaveFor(target: string, how: 'assign' | 'replace' = 'assign'): void {
  location[how](findPage(target) ?? '/');
}

/** Opens a page beside this one, which cannot reach back to it. */
export function openBeside(target: string): void {
  const page = findPage(target);
  if (page !== undefined) window.open(page, '_blank', 'noopener');
}
