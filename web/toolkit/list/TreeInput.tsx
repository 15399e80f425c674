import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { buildTree, type TreeNode, type TreeRow } from '#domain/lists/tree.ts';
import type { QueryAs } from '#web/api/query-of.ts';
import { useSettled } from '../pickers/use-settled.ts';
import type { FilterValue } from './list-types.ts';

const keptMilliseconds = 5 * 60_000;
/** Height of the tree's dropdown (S0 §9). */
const tallest = 300;
/** Names of organisations are longer than the filter is wide. */
const popupWidth = 300;
const indentPixels = 16;

/**
 * One node of a tree in a dropdown. The server searches by name once the text has rested; clearing it brings the earlier
 * tree back (S0 §4). A look-up that fails leaves the filter empty and says nothing (S0 §8). The tree stands open, each node
 * under its parent, in the library's `Select`: the styles of its `TreeSelect` would weigh on every screen (0090).
 */
export function TreeInput(props: {
  id: string;
  source: (name: string) => QueryAs<readonly TreeRow[]>;
  value: FilterValue;
  onChange: (value: FilterValue) => void;
}) {
  const { value, onChange } = props;
  const chosen = typeof value === 'string' && value !== '' ? value : undefined;
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const name = useSettled(text.trim());
  const enabled = opened || chosen !== undefined;
  const whole = useQuery({ ...props.source(''), enabled, staleTime: keptMilliseconds });
  const isSearched = name !== '';
  const found = useQuery({
    ...props.source(name),
    enabled: enabled && isSearched,
    staleTime: keptMilliseconds,
  });
  const shown = isSearched ? found : whole;
  const rows = shown.data;
  const options = useMemo(() => flatten(buildTree(rows ?? [])), [rows]);

  return (
    <Select
      id={props.id}
      value={chosen}
      placeholder="请选择"
      allowClear
      showSearch={{ searchValue: text, filterOption: false, onSearch: setText }}
      options={options}
      optionRender={({ label, data }) => (
        <span style={{ paddingInlineStart: data.depth * indentPixels }}>{label}</span>
      )}
      listHeight={tallest}
      popupMatchSelectWidth={popupWidth}
      loading={shown.isLoading}
      notFoundContent={shown.isLoading ? '正在查询…' : isSearched ? `没有找到“${name}”` : '暂无可选项'}
      style={{ width: '100%' }}
      onOpenChange={(isOpen) => {
        if (isOpen) setOpened(true);
        else setText('');
      }}
      onChange={(next: string | undefined) => onChange(next)}
    />
  );
}

interface TreeOption {
  value: string;
  label: string;
  depth: number;
}

/** Each node behind its parent, as deep as it stands. */
function flatten(nodes: readonly TreeNode<TreeRow>[], depth = 0): TreeOption[] {
  return nodes.flatMap(({ id, name, children }) => [
    { value: id, label: name, depth },
    ...flatten(children, depth + 1),
  ]);
}
