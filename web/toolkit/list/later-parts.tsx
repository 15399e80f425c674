import { Button } from 'antd';
import { type ComponentType, lazy, useEffect } from 'react';
import { joinClasses } from '../page/join-classes.ts';
import { partOrWords } from '../page/part-or-words.tsx';
import type { ListViewsProps } from './ListViews.tsx';
import styles from './list.module.css';

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

/** The way to the filters on a phone and in a low window. */
export const FoldedFilters = lazy(() =>
  partOrWords(async () => (await import('./FoldedFilters.tsx')).FoldedFilters),
);

/** Holds the place of the views until they come, so that nothing beside them moves away from under a click. */
export function ViewsPlace({ named }: { named: boolean }) {
  return (
    <Button type="link" disabled className={joinClasses(styles.place, named && styles.placeNamed)}>
      视图
    </Button>
  );
}
