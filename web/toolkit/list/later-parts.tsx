import { Button } from 'antd';
import { type ComponentType, lazy, useEffect } from 'react';
import { joinClasses } from '../page/join-classes.ts';
import { partOrWords } from '../page/part-or-words.tsx';
import { phoneWidth } from '../page/use-window-size.ts';
import type { ListCards as CardsOfList } from './ListCards.tsx';
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

const loadCards = () => import('./ListCards.tsx');
// On a phone they come beside the rows that they show; a desk never shows them.
if (innerWidth < phoneWidth) void loadCards();

/** Rows as cards; `lazy` forgets that they go by the rows of their list. */
export const ListCards = lazy(() =>
  partOrWords(async () => (await loadCards()).ListCards),
) as unknown as typeof CardsOfList;

/** Marks of the conditions that an address adds to the filters; fetched where there is one. */
export const FilterMarks = lazy(() =>
  partOrWords(async () => (await import('./FilterMarks.tsx')).FilterMarks),
);

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
