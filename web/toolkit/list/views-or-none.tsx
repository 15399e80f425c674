import { type ComponentType, lazy, useEffect } from 'react';
import type { ListViewsProps } from './ListViews.tsx';

/** Views of the list; their code comes after the first rows. Where it cannot be fetched the list goes on without them. */
export const ListViews = lazy<ComponentType<ListViewsProps>>(() =>
  import('./ListViews.tsx').then(
    (part) => ({ default: part.ListViews }),
    () => ({ default: NoViews }),
  ),
);

function NoViews({ onReady }: Pick<ListViewsProps, 'onReady'>) {
  useEffect(() => onReady(), [onReady]);
  return null;
}
