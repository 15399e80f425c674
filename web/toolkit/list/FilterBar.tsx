import { Button } from 'antd';
import type { FormEvent, ReactNode } from 'react';
import { isEmptyFilter } from '#domain/lists/filters.ts';
import { listLimits } from '#domain/lists/limits.ts';
import type { FilterValue, FilterValues, ListFilter } from '../list-model/list-types.ts';
import { joinClasses } from '../styles/join-classes.ts';
import { FilterControl } from './FilterControl.tsx';
import styles from './filter-bar.module.css';
import listStyles from './list.module.css';

const perRow = listLimits.filtersPerRow;

/** Shows the filters, three in a row; all but the first row are folded until needed (S0 §9). */
export function FilterBar(props: {
  filters: readonly ListFilter[];
  values: FilterValues;
  /** True while the first rows are loading; the heavy parts of the filters are loaded after them. */
  waiting?: boolean;
  /** The views of the list. */
  views: ReactNode;
  /** Tools of the list, if it has no line of tabs for them. */
  tools?: ReactNode;
  onChange: (name: string, value: FilterValue) => void;
  onSearch: () => void;
  onReset: () => void;
  /** True if the folded filters are shown. */
  open: boolean;
  onOpen: (open: boolean) => void;
}) {
  const { values, open } = props;
  const filters = props.filters.filter(({ kind }) => kind !== 'fromLink');
  const foldable = filters.length > perRow;
  const visibleFilters = open ? filters : filters.slice(0, perRow);
  const foldedActiveCount = filters
    .slice(perRow)
    .filter((filter) => !isEmptyFilter(values[filter.name])).length;

  const search = (event: FormEvent) => {
    event.preventDefault();
    props.onSearch();
  };

  return (
    <search aria-label="筛选条件">
      <form className={joinClasses(styles.filterBar, open && styles.filterBarOpen)} onSubmit={search}>
        <div className={styles.filterGrid}>
          {visibleFilters.map((filter) => (
            <FilterControl
              key={filter.name}
              filter={filter}
              values={values}
              waiting={props.waiting}
              onChange={(value) => props.onChange(filter.name, value)}
            />
          ))}
        </div>
        <div className={styles.filterButtons}>
          <Button type="primary" htmlType="submit">
            查询
          </Button>
          <Button onClick={props.onReset}>重置</Button>
          {props.views}
          {foldable && (
            <Button
              type="link"
              className={listStyles.linkButton}
              aria-expanded={open}
              onClick={() => props.onOpen(!open)}
            >
              {open ? '收起' : foldedActiveCount > 0 ? `展开（${foldedActiveCount} 项已选）` : '展开'}
            </Button>
          )}
          {props.tools}
        </div>
      </form>
    </search>
  );
}
