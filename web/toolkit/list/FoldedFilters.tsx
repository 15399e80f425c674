import { FilterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { isEmptyFilter } from '#domain/lists/filters.ts';
import { partOrWords } from '../lazy-parts/part-or-words.tsx';
import type { FilterValue, FilterValues, ListFilter } from '../list-model/list-types.ts';
import styles from './folded-filters.module.css';

const FilterDrawer = lazy(() => partOrWords(async () => (await import('./FilterDrawer.tsx')).FilterDrawer));

/** The way to filters that have no room above the rows; their drawer comes when it is first opened. */
export function FoldedFilters(props: {
  filters: readonly ListFilter[];
  values: FilterValues;
  onChange: (name: string, value: FilterValue) => void;
  onSearch: () => void;
  onReset: () => void;
}) {
  const [open, setOpen] = useState<boolean>();
  const filters = props.filters.filter(({ kind }) => kind !== 'mark');
  const inUse = filters.filter((filter) => !isEmptyFilter(props.values[filter.name])).length;
  return (
    <>
      <Button type="link" icon={<FilterOutlined />} className={styles.tool} onClick={() => setOpen(true)}>
        {inUse > 0 ? `筛选（${inUse}）` : '筛选'}
      </Button>
      {open !== undefined && (
        <Suspense fallback={null}>
          <FilterDrawer {...props} filters={filters} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
