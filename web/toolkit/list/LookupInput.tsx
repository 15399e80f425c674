import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type UIEvent, useState } from 'react';
import type { QueryAs } from '#web/api/query-of.ts';
import { useDebounced } from '../choices/use-debounced.ts';
import { usePages } from '../choices/use-pages.ts';
import type { FilterOption, FilterValue, LookupPage, LookupRequest } from '../list-model/list-types.ts';

const retentionMilliseconds = 5 * 60_000;
/** Names of halls and windows are longer than the filter is wide. */
const popupWidth = 260;
/** Distance in pixels from the end of the choices at which more are loaded. */
const sparePixels = 200;

/**
 * Asks for one choice of the server, which is searched there after a pause in typing (S0 §9) and loaded page
 * by page. A failed look-up leaves the filter empty without a message (S0 §8).
 */
export function LookupInput(props: {
  id: string;
  source: (request: LookupRequest) => QueryAs<LookupPage>;
  /** Key of the values on which the choices depend; the choices are loaded again when it changes. */
  among: string;
  value: FilterValue;
  onChange: (value: FilterValue) => void;
}) {
  const { value, source, onChange } = props;
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const name = useDebounced(text.trim());
  const chosen = typeof value === 'string' || typeof value === 'number' ? value : undefined;
  const list = usePages<FilterOption, LookupPage>(
    (page) => source({ name, page }),
    `${name} ${props.among}`,
    { enabled: opened, staleTime: retentionMilliseconds, forgets: true },
  );
  const options = list.pages.flatMap(({ rows }) => rows);
  const [picked, setPicked] = useState<FilterOption>();
  const known = [...options, ...(picked ? [picked] : [])].find((option) => option.value === chosen);
  const strange = useQuery({
    ...source({ name: '', page: 1, ids: String(chosen) }),
    enabled: chosen !== undefined && known === undefined,
    staleTime: retentionMilliseconds,
  });
  const label = (known ?? strange.data?.rows[0])?.label ?? chosen;
  const searching = list.isBusy || name !== text.trim();
  return (
    <Select
      id={props.id}
      labelInValue
      value={chosen === undefined ? undefined : { value: chosen, label }}
      placeholder="请选择"
      allowClear
      showSearch={{ filterOption: false, searchValue: text, onSearch: setText }}
      loading={opened && searching}
      options={options}
      notFoundContent={searching ? '正在查询…' : nothing(name)}
      popupMatchSelectWidth={popupWidth}
      style={{ width: '100%' }}
      onOpenChange={(open) => {
        if (open) setOpened(true);
        else setText('');
      }}
      onPopupScroll={(event: UIEvent<HTMLDivElement>) => {
        const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
        if (scrollTop + clientHeight > scrollHeight - sparePixels) list.more();
      }}
      onChange={(next?: { value: string | number; label: unknown }) => {
        setPicked(options.find((option) => option.value === next?.value));
        onChange(next?.value);
      }}
    />
  );
}

const nothing = (name: string) => (name === '' ? '暂无可选项' : `没有找到“${name}”`);
