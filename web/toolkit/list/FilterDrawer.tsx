import { FilterOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { isEmptyFilter } from '#domain/lists/filters.ts';
import { FilterControl } from './FilterControl.tsx';
import styles from './list-phone.module.css';
import type { FilterValue, FilterValues, ListFilter } from './list-types.ts';

/** The filters of a phone: a sheet from below, one filter under the other. */
export function FilterDrawer(props: {
  filters: readonly ListFilter[];
  values: FilterValues;
  onChange: (name: string, value: FilterValue) => void;
  onSearch: () => void;
  onReset: () => void;
}) {
  const [open, setOpen] = useState(false);
  const { values } = props;
  const filters = props.filters.filter(({ kind }) => kind !== 'mark');
  const inUse = filters.filter((filter) => !isEmptyFilter(values[filter.name])).length;
  return (
    <>
      <Button type="link" icon={<FilterOutlined />} className={styles.tool} onClick={() => setOpen(true)}>
        {inUse > 0 ? `筛选（${inUse}）` : '筛选'}
      </Button>
      <Drawer
        open={open}
        placement="bottom"
        size="calc(100dvh - 100px)"
        title="筛选"
        onClose={() => setOpen(false)}
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
                setOpen(false);
                props.onSearch();
              }}
            >
              查看结果
            </Button>
          </div>
        }
      >
        <div className={styles.fields}>
          {filters.map((filter) => (
            <FilterControl
              key={filter.name}
              filter={filter}
              values={values}
              onChange={(value) => props.onChange(filter.name, value)}
            />
          ))}
        </div>
      </Drawer>
    </>
  );
}
