import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import type { QueryAs } from '#web/api/query-of.ts';
import type { FilterOption, FilterValue } from './list-types.ts';

const keptMilliseconds = 5 * 60_000;
/** Names of halls and windows are longer than the filter is wide. */
const popupWidth = 260;

/** One of what the server has to choose; a look-up that fails leaves the filter empty and says nothing (S0 §8). */
export function LookupInput(props: {
  id: string;
  source: QueryAs<readonly FilterOption[]>;
  value: FilterValue;
  onChange: (value: FilterValue) => void;
}) {
  const { value, onChange } = props;
  const [opened, setOpened] = useState(false);
  const chosen = typeof value === 'string' || typeof value === 'number' ? value : undefined;
  const list = useQuery({
    ...props.source,
    enabled: opened || chosen !== undefined,
    staleTime: keptMilliseconds,
  });
  return (
    <Select
      id={props.id}
      value={chosen}
      placeholder="请选择"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={list.isLoading}
      options={[...(list.data ?? [])]}
      notFoundContent={list.isLoading ? '正在查询…' : '暂无可选项'}
      popupMatchSelectWidth={popupWidth}
      style={{ width: '100%' }}
      onOpenChange={(open) => open && setOpened(true)}
      onChange={(next: string | number | undefined) => onChange(next)}
    />
  );
}
