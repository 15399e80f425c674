import { Button, Drawer } from 'antd';
import { type FormEvent, useId } from 'react';
import { useOverlay } from '../dialog/overlays.ts';
import type { FilterValue, FilterValues, ListFilter } from '../list-model/list-types.ts';
import { useIsPhone } from '../styles/use-window-size.ts';
import { FilterControl } from './FilterControl.tsx';
import styles from './folded-filters.module.css';

/** Shows the filters one below the other, in a drawer from below on a phone, from the right in a low window. */
export function FilterDrawer(props: {
  open: boolean;
  filters: readonly ListFilter[];
  values: FilterValues;
  onChange: (name: string, value: FilterValue) => void;
  /** Returns false if a filter has a problem; the drawer then stays open. */
  onSearch: () => boolean;
  onReset: () => void;
  onClose: () => void;
}) {
  const { values, onClose } = props;
  const isPhone = useIsPhone();
  const formId = useId();
  useOverlay(props.open, onClose);
  const search = (event: FormEvent) => {
    event.preventDefault();
    if (props.onSearch()) onClose();
  };
  return (
    <Drawer
      open={props.open}
      {...(isPhone
        ? { placement: 'bottom', size: 'max(100dvh - 100px, min(100dvh, 400px))' }
        : { size: 440 })}
      rootClassName={styles.drawer}
      title="筛选"
      onClose={onClose}
      footer={
        <div className={styles.buttons}>
          <Button onClick={props.onReset}>重置</Button>
          <Button type="primary" htmlType="submit" form={formId}>
            {isPhone ? '查看结果' : '查询'}
          </Button>
        </div>
      }
    >
      <form id={formId} className={styles.fields} onSubmit={search}>
        {props.filters.map((filter) => (
          <FilterControl
            key={filter.name}
            filter={filter}
            values={values}
            onChange={(value) => props.onChange(filter.name, value)}
          />
        ))}
      </form>
    </Drawer>
  );
}
