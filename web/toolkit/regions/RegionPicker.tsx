import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Input, Radio } from 'antd';
import { useMemo, useState } from 'react';
import type { QueryAs } from '#web/api/query-of.ts';
import { ChosenList } from '../choices/ChosenList.tsx';
import { useDebounced } from '../choices/use-debounced.ts';
import { useResetOnOpen } from '../choices/use-reset-on-open.ts';
import { AppModal } from '../dialog/AppModal.tsx';
import { useFeedback } from '../feedback/use-feedback.ts';
import { phoneQuery, useMediaQuery } from '../styles/use-media-query.ts';
import { RegionColumns } from './RegionColumns.tsx';
import { RegionMatches } from './RegionMatches.tsx';
import { RegionTree } from './RegionTree.tsx';
import type { LoadRegions, Region, SearchRegions } from './region.ts';
import styles from './region-picker.module.css';

/**
 * Asks for regions, level by level or by name (S1 §2); confirming without a choice is refused with 请选择行政区划.
 * Our own columns instead of `Cascader`: the specification has a dialog that counts the choices, is
 * confirmed, searches the server by name and restores the earlier tree when the text is cleared (S0 §4, S2
 * "Region data"). The field of a form has its own dialog (`RegionChooser`). The same regions are available as
 * one tree (S1 §2 "Region tree selector"), which is the default on a phone.
 */
export function RegionPicker(props: {
  open: boolean;
  load: LoadRegions;
  search: SearchRegions;
  /** Text that was typed before the dialog was open. */
  typedText?: string;
  /** The region at which the tree opens (S1 §9, S2 Region data). */
  officePathQuery: QueryAs<readonly Region[]>;
  value: readonly Region[];
  single?: boolean;
  onConfirm: (chosen: readonly Region[]) => void;
  onCancel: () => void;
}) {
  const { open, value, single } = props;
  const [chosen, setChosen] = useState(value);
  const [text, setText] = useState(props.typedText ?? '');
  // Stored here, so that clearing the search text restores the earlier tree (S0 §4).
  const [path, setPath] = useState<readonly Region[]>();
  const [opened, setOpened] = useState<ReadonlySet<string>>();
  const phone = useMediaQuery(phoneQuery);
  const [view = phone ? 'tree' : 'columns', setView] = useState<'columns' | 'tree'>();
  // Without the office's region the tree starts with the provinces.
  const officePathQuery = useQuery({
    ...props.officePathQuery,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const name = useDebounced(text.trim());
  const feedback = useFeedback();

  useResetOnOpen(open, () => setChosen(value));

  const toggle = (region: Region) => {
    const without = chosen.filter(({ code }) => code !== region.code);
    if (without.length < chosen.length) setChosen(without);
    else setChosen(single ? [region] : [...chosen, region]);
  };
  const confirm = () => {
    if (chosen.length === 0) feedback.warn('请选择行政区划');
    else props.onConfirm(chosen);
  };
  const officePath = officePathQuery.data ?? noRegions;
  const openIds = useMemo(() => new Set((path ?? officePath).map(({ id }) => id)), [path, officePath]);
  const ids = useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen]);
  const keys = useMemo(() => new Set(chosen.map(({ code }) => code)), [chosen]);
  const choice = { single: single === true, chosen: keys, onToggle: toggle };

  return (
    <AppModal
      open={open}
      title="选择行政区划"
      width={1000}
      okText="确认选择"
      onOk={confirm}
      onCancel={props.onCancel}
      destroyOnHidden
    >
      <div className={styles.picker}>
        <div className={styles.tabs}>
          <Input
            value={text}
            allowClear
            prefix={<SearchOutlined aria-hidden="true" />}
            placeholder="搜索名称、拼音或首字母"
            aria-label="搜索名称、拼音或首字母"
            onChange={(event) => setText(event.target.value)}
          />
          {name === '' && (
            <Radio.Group
              aria-label="显示方式"
              size={phone ? 'large' : 'small'}
              optionType="button"
              options={views}
              value={view}
              onChange={(event) => setView(event.target.value)}
            />
          )}
          {name !== '' ? (
            <RegionMatches name={name} search={props.search} {...choice} />
          ) : view === 'columns' ? (
            <RegionColumns load={props.load} path={path ?? officePath} onPath={setPath} {...choice} />
          ) : (
            <RegionTree
              load={props.load}
              expandedIds={opened ?? openIds}
              onExpandedChange={setOpened}
              initialId={(path ?? officePath).at(-1)?.id}
              {...choice}
              chosen={ids}
            />
          )}
        </div>
        <ChosenList
          title={`已选择 ${chosen.length} 个区划`}
          items={chosen.map(({ code, fullname }) => ({ key: code, name: fullname }))}
          onRemove={(code) => setChosen(chosen.filter((region) => region.code !== code))}
          onClear={() => setChosen([])}
        />
      </div>
    </AppModal>
  );
}

const noRegions: readonly Region[] = [];

const views = [
  { value: 'columns', label: '分级' },
  { value: 'tree', label: '树形' },
];
