import { Button } from 'antd';
import type { FilterValue, FilterValues, ListFilter } from '../list-model/list-types.ts';
import { FilterControl } from './FilterControl.tsx';
import styles from './folded-filters.module.css';

/** Shows one text filter with 查询, if the other filters are in the drawer. */
export function InlineSearch(props: {
  filter: ListFilter;
  values: FilterValues;
  onChange: (value: FilterValue) => void;
  onSearch: () => void;
}) {
  const { filter, values, onChange, onSearch } = props;
  return (
    <search aria-label="筛选条件">
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault();
          onSearch();
        }}
      >
        <FilterControl filter={filter} values={values} onChange={onChange} />
        <Button type="primary" htmlType="submit">
          查询
        </Button>
      </form>
    </search>
  );
}
