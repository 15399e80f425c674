import { FilterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { isEmptyFilter } from '#domain/lists/filters.ts';
import { retryablePart } from '../lazy-parts/retryable-part.tsx';
import type { FilterValue, FilterValues, ListFilter } from '../list-model/list-types.ts';
import styles from './folded-filters.module.css';

/** Loaded with the filter controls, which a phone has only in its drawer. */
const InlineSearch = lazy(() => retryablePart(async () => (await import('./InlineSearch.tsx')).InlineSearch));
const FilterDrawer = lazy(() => retryablePart(async () => (await import('./FilterDrawer.tsx')).FilterDrawer));

/**
 * Shows the button for filters that do not fit above the rows; their drawer is mounted when it is first
 * opened. With `hasSearch` the first filter, if it is a text field, is before the button and not in the
 * drawer.
 */
export function FoldedFilters(props: {
  filters: readonly ListFilter[];
  values: FilterValues;
  /** The values by which the rows were searched. */
  searchedValues: FilterValues;
  hasSearch: boolean;
  onChange: (name: string, value: FilterValue) => void;
  onSearch: () => boolean;
  onReset: () => void;
}) {
  const [open, setOpen] = useState<boolean>();
  const fields = props.filters.filter(({ kind }) => kind !== 'fromLink');
  const inlineFilter = props.hasSearch && fields[0]?.kind === 'text' ? fields[0] : undefined;
  const filters = fields.filter((filter) => filter !== inlineFilter);
  const activeCount = filters.filter((filter) => !isEmptyFilter(props.searchedValues[filter.name])).length;
  return (
    <>
      {inlineFilter && (
        <Suspense fallback={null}>
          <InlineSearch
            filter={inlineFilter}
            values={props.values}
            onChange={(value) => props.onChange(inlineFilter.name, value)}
            onSearch={props.onSearch}
          />
        </Suspense>
      )}
      {filters.length > 0 && (
        <Button type="link" icon={<FilterOutlined />} className={styles.tool} onClick={() => setOpen(true)}>
          {activeCount > 0 ? `筛选（${activeCount}）` : '筛选'}
        </Button>
      )}
      {open !== undefined && (
        <Suspense fallback={null}>
          <FilterDrawer {...props} filters={filters} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
