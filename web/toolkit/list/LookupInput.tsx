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
const loadMarginPixels = 200;

/**
 * Shows a field for one choice of the server, which is searched there after a pause in typing (S0 §9) and loaded page
 * by page. A failed look-up leaves the filter empty without a message (S0 §8).
 */
export function LookupInput(props: {
  id: string;
  source: (request: LookupRequest) => QueryAs<LookupPage>;
  /** Key of the values on which the choices depend; the choices are loaded again when it changes. */
  dependencyKey: string;
  value: FilterValue;
  onChange: (value: FilterValue) => void;
}) {
  const { value, source, onChange } = props;
  const [hasOpened, setHasOpened] = useState(false);
  const [text, setText] = useState('');
  const name = useDebounced(text.trim());
  const chosen = typeof value === 'string' || typeof value === 'number' ? value : undefined;
  const list = usePages<FilterOption, LookupPage>(
    (page) => source({ name, page }),
    `${name} ${props.dependencyKey}`,
    { enabled: hasOpened, staleTime: retentionMilliseconds, clearsOnSearch: true },
  );
  const options = list.pages.flatMap(({ rows }) => rows);
  const [selectedOption, setSelectedOption] = useState<FilterOption>();
  const knownOption = [...options, ...(selectedOption ? [selectedOption] : [])].find(
    (option) => option.value === chosen,
  );
  const unknownChoice = useQuery({
    ...source({ name: '', page: 1, ids: String(chosen) }),
    enabled: chosen !== undefined && knownOption === undefined,
    staleTime: retentionMilliseconds,
  });
  const label = (knownOption ?? unknownChoice.data?.rows[0])?.label ?? chosen;
  const searching = list.isBusy || name !== text.trim();
  return (
    <Select
      id={props.id}
      labelInValue
      value={chosen === undefined ? undefined : { value: chosen, label }}
      placeholder="请选择"
      allowClear
      showSearch={{ filterOption: false, searchValue: text, onSearch: setText }}
      loading={hasOpened && searching}
      options={options}
      notFoundContent={searching ? '正在查询…' : emptyText(name)}
      popupMatchSelectWidth={popupWidth}
      style={{ width: '100%' }}
      onOpenChange={(open) => {
        if (open) setHasOpened(true);
        else setText('');
      }}
      onPopupScroll={(event: UIEvent<HTMLDivElement>) => {
        const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
        if (scrollTop + clientHeight > scrollHeight - loadMarginPixels) list.loadMore();
      }}
      onChange={(next?: { value: string | number; label: unknown }) => {
        setSelectedOption(options.find((option) => option.value === next?.value));
        onChange(next?.value);
      }}
    />
  );
}

const emptyText = (name: string) => (name === '' ? '暂无可选项' : `没有找到“${name}”`);
