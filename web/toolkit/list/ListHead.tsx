import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { FilterBar, FoldedFilters } from './deferred-parts.tsx';
import { ListTabs } from './ListTabs.tsx';
import styles from './list.module.css';

/** The layout for the window's size: a desktop, a low desktop, or a phone. */
export type ListLayout = 'desktop' | 'low' | 'phone';

/** Shows the part of a list above its rows: tabs, filters and tools, in as many lines as needed. */
export function ListHead(props: {
  layout: ListLayout;
  /** Tabs above the list, if it has any. */
  tabs: ComponentProps<typeof ListTabs> | undefined;
  filters: Omit<ComponentProps<typeof FilterBar>, 'views'> &
    Omit<ComponentProps<typeof FoldedFilters>, 'hasSearch'>;
  /** True while the first rows are loading. */
  isLoading: boolean;
  countText: string;
  views: ReactNode;
  tools: ReactNode;
}) {
  const { layout, tabs, filters, views, tools } = props;
  const hasFilters = filters.filters.length > 0;
  const inLine = layout === 'low' && !tabs;
  const foldedFilters = hasFilters && (
    <>
      {!inLine && views}
      <div
        className={inLine ? styles.searchInLine : styles.foldedFilters}
        data-count={filters.filters.length}
      >
        <Suspense>
          <FoldedFilters {...filters} hasSearch={inLine} />
        </Suspense>
      </div>
      {inLine && views}
    </>
  );
  return (
    <>
      {tabs && (
        <div className={styles.head}>
          <ListTabs {...tabs} />
          {layout !== 'phone' && (
            <div className={styles.headTools}>
              {layout === 'low' && foldedFilters}
              {tools}
            </div>
          )}
        </div>
      )}
      {layout === 'phone' && (
        <div className={styles.phoneTools}>
          <span className={styles.count}>{props.countText}</span>
          {!tabs && tools}
          <div className={styles.phoneFilters}>{foldedFilters}</div>
        </div>
      )}
      {inLine && hasFilters && (
        <div className={styles.toolsInLine}>
          {foldedFilters}
          {tools}
        </div>
      )}
      {layout === 'desktop' && hasFilters && (
        <Suspense fallback={<div className={styles.barPlaceholder} />}>
          <FilterBar {...filters} waiting={props.isLoading} views={views} tools={!tabs && tools} />
        </Suspense>
      )}
    </>
  );
}
