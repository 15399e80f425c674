import { findSafeTarget } from '#contract/safe-target.ts';

/**
 * Returns the address to open after login: the path in `r` or `redirect`, limited to this origin, so
 * that a manipulated link cannot open another site.
 */
export function readReturnTarget(search: string, origin: string): string {
  const query = new URLSearchParams(search);
  const target = findSafeTarget(query.get('r') ?? query.get('redirect') ?? '/', origin) ?? '/';
  return /^\/login(?:[?#/]|$)/.test(target) ? '/' : target;
}
