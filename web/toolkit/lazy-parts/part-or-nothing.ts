import type { ComponentType } from 'react';
import { fetchPart } from './fetch-part.ts';

/**
 * For `lazy`, of what a screen can do without: nothing in place of a part that cannot be fetched. It is asked for again
 * with the next page.
 */
export function partOrNothing<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<{ default: ComponentType<Props> }> {
  return fetchPart(load).then(
    (part) => ({ default: part }),
    () => ({ default: () => null }),
  );
}
