import { Select } from 'antd';
import { useId } from 'react';
import { pageSizeOptions } from '#domain/lists/paging.ts';

/** Shows the choice of the number of rows per page. */
export function PageSize(props: { size: number; onSize: (size: number) => void }) {
  const id = useId();
  return (
    <Select
      id={id}
      aria-label="每页条数"
      value={props.size}
      options={pageSizeOptions.map((option) => ({ value: option, label: `${option} 条/页` }))}
      popupMatchSelectWidth={false}
      listHeight={320}
      onChange={props.onSize}
    />
  );
}
