import { FilterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { isEmptyFilter } from '#domain/lists/filters.ts';
import { partOrWords } from '../page/part-or-words.tsx';
import styles from './list-phone.module.css';
import type { FilterValue, FilterValues, ListFilter } from './list-types.ts';

const FilterDrawer = lazy(() => partOrWords(async () => (await import('./FilterDrawer.tsx')).FilterDrawer));

/** The way to the filters of a phone; their sheet comes with the first touch, since a desk never shows it. */
export function PhoneFilters(props: {
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
