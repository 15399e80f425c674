import { Button, Drawer } from 'antd';
import { FilterControl } from './FilterControl.tsx';
import styles from './list-phone.module.css';
import type { FilterValue, FilterValues, ListFilter } from './list-types.ts';

/** The filters of a phone: a sheet from below, one filter under the other. */
export function FilterDrawer(props: {
  open: boolean;
  filters: readonly ListFilter[];
  values: FilterValues;
  onChange: (name: string, value: FilterValue) => void;
  onSearch: () => void;
  onReset: () => void;
  onClose: () => void;
}) {
  const { values, onClose } = props;
  return (
    <Drawer
      open={props.open}
      placement="bottom"
      size="calc(100dvh - 100px)"
      title="筛选"
      onClose={onClose}
      footer={
        <div className={styles.buttons}>
          <Button size="large" onClick={props.onReset}>
            重置
          </Button>
          <Button
            size="large"
            type="primary"
            block
            onClick={() => {
              onClose();
              props.onSearch();
            }}
          >
            查看结果
          </Button>
        </div>
      }
    >
      <div className={styles.fields}>
        {props.filters.map((filter) => (
          <FilterControl
            key={filter.name}
            filter={filter}
            values={values}
            onChange={(value) => props.onChange(filter.name, value)}
          />
        ))}
      </div>
    </Drawer>
  );
}
