import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Input, Radio } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { ChoiceHead } from '../choices/ChoiceHead.tsx';
import { SearchedChoices } from '../choices/SearchedChoices.tsx';
import { useDebounced } from '../choices/use-debounced.ts';
import { useShowCodes } from '../codes/use-show-codes.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { TreeFailure } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import type { Region } from '../regions/region.ts';
import { Tree } from '../tree/Tree.tsx';
import type { BranchOf } from '../tree/tree-lines.ts';
import { useLoadedBranches } from '../tree/use-loaded-branches.ts';
import {
  type OrganisationChoices,
  type OrganisationItem,
  type OrganisationKind,
  type OrganisationRow,
  organisationKindLabel,
} from './organisation-choices.ts';
import styles from './organisation-picker.module.css';

interface PaneProps {
  choices: OrganisationChoices;
  region: Region | undefined;
  single: boolean;
  chosen: ReadonlySet<string>;
  onToggle: (organisation: OrganisationItem) => void;
  onSet: (ticked: readonly OrganisationRow[], unticked: readonly OrganisationRow[]) => void;
  onConfirm: () => void;
}

/**
 * Shows the organisations of the region, or of all: a tree, or a table filtered by category (S2 §2 "Table
 * mode").
 */
export function OrganisationsPane(props: PaneProps) {
  const [view, setView] = useState<'tree' | 'table'>('tree');
  return (
    <section className={styles.pane} aria-label="组织机构">
      <div className={styles.head}>
        <span className={styles.region}>{props.region?.fullname ?? '全部区划'}</span>
        <Radio.Group
          aria-label="显示方式"
          size="small"
          optionType="button"
          options={views}
          value={view}
          onChange={(event) => setView(event.target.value)}
        />
      </div>
      {view === 'tree' ? <OrganisationBranches {...props} /> : <OrganisationTable {...props} />}
    </section>
  );
}

function OrganisationBranches({ choices, region, single, chosen, onToggle }: PaneProps) {
  const area = region?.code;
  const [text, setText] = useState('');
  const name = useDebounced(text.trim());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const load = useCallback((parent: string | undefined) => choices.children(area, parent), [choices, area]);
  const branchOf = useLoadedBranches(load, opened);
  const searchResult = useQuery({ ...choices.search(area, name), enabled: name !== '' });
  const branchOfResult = useMemo<BranchOf<OrganisationItem>>(() => {
    const items = searchResult.data ?? [];
    return () => ({ state: 'ready', items });
  }, [searchResult.data]);
  const isSearched = name !== '';
  const top = branchOf(undefined);
  const isEmpty = isSearched
    ? searchResult.isSuccess && searchResult.data.length === 0
    : top.state === 'ready' && top.items.length === 0;
  return (
    <>
      <Input
        value={text}
        data-first-focus
        allowClear
        prefix={<SearchOutlined aria-hidden="true" />}
        placeholder="搜索机构名称"
        aria-label="搜索机构名称"
        onChange={(event) => setText(event.target.value)}
      />
      {isSearched && searchResult.isPending && <SkeletonRows rows={6} rowHeight={32} />}
      {isSearched && searchResult.isError && (
        <TreeFailure failure={searchResult.error} onRetry={() => void searchResult.refetch()} />
      )}
      {isEmpty && <EmptyState compact title={isSearched ? `没有找到“${name}”` : '该区划没有组织机构'} />}
      {!isEmpty && !(isSearched && !searchResult.isSuccess) && (
        <Tree
          key={name}
          label="组织机构"
          className={styles.tree}
          branchOf={isSearched ? branchOfResult : branchOf}
          expandedIds={opened}
          onExpandedChange={setOpened}
          chosen={chosen}
          choice={single ? 'one' : 'many'}
          onChoose={onToggle}
        />
      )}
    </>
  );
}

function OrganisationTable({ choices, region, single, chosen, ...callbacks }: PaneProps) {
  const [showsCodes] = useShowCodes();
  const [kind, setKind] = useState<OrganisationKind | ''>('');
  const source = useMemo(
    () => choices.table(region?.code, kind === '' ? undefined : kind),
    [choices, region, kind],
  );
  return (
    <SearchedChoices
      label="组织机构"
      searchHint="机构名称"
      source={source}
      single={single}
      chosen={chosen}
      contentAboveRows={
        <Radio.Group
          className={styles.kinds}
          aria-label="类别"
          size="small"
          options={kinds}
          value={kind}
          onChange={(event) => setKind(event.target.value)}
        />
      }
      head={<ChoiceHead columns={[showsCodes ? '名称、编码' : '名称', '上级', '类别']} />}
      {...(!showsCodes && { rowOf: withoutCode })}
      onToggle={callbacks.onToggle}
      {...(!single && { onSet: callbacks.onSet })}
      onConfirm={callbacks.onConfirm}
    />
  );
}

const withoutCode = ({ secondLine: _code, ...row }: OrganisationRow): OrganisationRow => row;

const views = [
  { value: 'tree', label: '树形' },
  { value: 'table', label: '列表' },
];

const kinds = [
  { value: '', label: '全部' },
  ...Object.entries(organisationKindLabel).map(([value, label]) => ({ value, label })),
];
