import type { ComponentType } from 'react';
import { fetchPart } from './fetch-part.ts';

/**
 * Loads an optional component for `lazy`: nothing is shown if it cannot be loaded. The next page tries again.
 */
export function optionalPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<{ default: ComponentType<Props> }> {
  return fetchPart(load).then(
    (part) => ({ default: part }),
    () => ({ default: () => null }),
  );
}
