import { Button } from 'antd';
import { type ComponentType, lazy, useEffect } from 'react';
import { prefetchableParts } from '../lazy-parts/prefetchable-parts.tsx';
import { retryablePart } from '../lazy-parts/retryable-part.tsx';
import { joinClasses } from '../styles/join-classes.ts';
import { phoneWidth } from '../styles/use-window-size.ts';
import type { ListCards as CardsOfList } from './ListCards.tsx';
import type { ListTable as TableOfList } from './ListTable.tsx';
import type { ListViewsProps } from './ListViews.tsx';
import styles from './list.module.css';

/**
 * Views of the list; their code is loaded after the first rows. If that fails, the list works without them.
 */
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

const desktop = prefetchableParts(() => import('./desktop-parts.ts'));
const phone = prefetchableParts(() => import('./phone-parts.ts'));
// Loaded in parallel with the rows that they show.
(innerWidth < phoneWidth ? phone : desktop).prefetch();

/** Filters above the rows. */
export const FilterBar = desktop.part((parts) => parts.FilterBar);
/** Rows as a table; the cast restores the type parameter for the list's rows. */
export const ListTable = desktop.part(
  (parts) => parts.ListTable as ComponentType<object>,
) as typeof TableOfList;
export const PageSize = desktop.part((parts) => parts.PageSize);
/** The shortcut keys next to the pages, for which a phone has no space. */
export const ShortcutHints = desktop.part((parts) => parts.ShortcutHints);

/** Rows as cards; the cast restores the type parameter, too. */
export const ListCards = phone.part(
  (parts) => parts.ListCards as ComponentType<object>,
) as typeof CardsOfList;
/** Button for the filters on a phone and in a low window. */
export const FoldedFilters = phone.part((parts) => parts.FoldedFilters);

/** Tags of the conditions that no field shows, and of a hidden sorting; loaded if there is one. */
export const LazyFilterTags = lazy(() =>
  retryablePart(async () => (await import('./FilterTags.tsx')).FilterTags),
);

/**
 * Reserves the place of the views until they are loaded, so that nothing next to them moves during a click.
 */
export function ViewsPlaceholder({ hasViewName }: { hasViewName: boolean }) {
  return (
    <Button
      type="link"
      disabled
      className={joinClasses(styles.viewsPlaceholder, hasViewName && styles.namedViewsPlaceholder)}
    >
      视图
    </Button>
  );
}
