import { CaretDownFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
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

/**
 * One node of a tree in a dropdown. The server searches by name once the text has rested; clearing it brings the earlier
 * tree back as it stood open (S0 §4). A look-up that fails leaves the filter empty and says nothing (S0 §8).
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
  const [expanded, setExpanded] = useState<readonly string[]>();
  const name = useSettled(text.trim());
  const enabled = opened || chosen !== undefined;
  const whole = useQuery({ ...props.source(''), enabled, staleTime: keptMilliseconds });
  const found = useQuery({
    ...props.source(name),
    enabled: enabled && name !== '',
    staleTime: keptMilliseconds,
  });
  const isSearched = name !== '';
  const shown = isSearched ? found : whole;
  const rows = shown.data;
  const tree = useMemo(() => buildTree(rows ?? []).map(asTreeData), [rows]);
  const open = isSearched ? (rows ?? []).map(({ id }) => id) : (expanded ?? tree.map((node) => node.value));

  return (
    <TreeSelect
      id={props.id}
      value={chosen}
      placeholder="请选择"
      allowClear
      showSearch={{ searchValue: text, filterTreeNode: false, onSearch: setText }}
      treeData={tree}
      switcherIcon={<CaretDownFilled aria-hidden="true" />}
      popupMatchSelectWidth={popupWidth}
      treeExpandedKeys={[...open]}
      onTreeExpand={(keys) => {
        if (!isSearched) setExpanded(keys.map(String));
      }}
      listHeight={tallest}
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

interface TreeData {
  value: string;
  title: string;
  children: TreeData[];
}

function asTreeData({ id, name, children }: TreeNode<TreeRow>): TreeData {
  return { value: id, title: name, children: children.map(asTreeData) };
}
