import { ClockCircleOutlined, SearchOutlined, TeamOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { findsName } from '#domain/texts/name-search.ts';
import { TreeFailure } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import { joinClasses } from '../styles/join-classes.ts';
import { Tree } from '../tree/Tree.tsx';
import { branchesOf } from '../tree/tree-lines.ts';
import type { CountedOrganisation, HandlerSources } from './handler-sources.ts';
import styles from './organisation-tree.module.css';

/** The group of people that the picker searches. */
export type StaffScope =
  | { kind: 'all' }
  | { kind: 'recent' }
  | { kind: 'mine' }
  | { kind: 'organisation'; id: string };

/** Maximum number of results of a tree search; further matches of a common name are left out. */
const maxFound = 100;

/**
 * Shows the places to search: recently chosen people, the user's own department, and the tree with the number
 * of people in each part.
 */
export function OrganisationTree(props: {
  sources: Pick<HandlerSources, 'organisations'>;
  scope: StaffScope;
  recentCount: number;
  onScope: (scope: StaffScope) => void;
}) {
  const { scope, recentCount, onScope } = props;
  const tree = useQuery(props.sources.organisations());
  const [text, setText] = useState('');
  const [userOpenedIds, setUserOpenedIds] = useState<ReadonlySet<string>>();
  const rows = tree.data?.rows ?? noRows;
  const ownDepartment = rows.find(({ id }) => id === tree.data?.departmentId);
  const searchText = text.trim();
  const matches = useMemo(
    () => rows.filter(({ name, pinyin }) => findsName(searchText, name, pinyin)),
    [rows, searchText],
  );
  const branches = useMemo(
    () =>
      searchText === ''
        ? branchesOf(rows.map(withCount))
        : branchesOf(matches.slice(0, maxFound).map((row) => ({ ...withCount(row), parent: null }))),
    [rows, matches, searchText],
  );
  const topIds = useMemo(() => {
    const top = branchesOf(rows)(undefined);
    return new Set(top.state === 'ready' ? top.items.map(({ id }) => id) : []);
  }, [rows]);
  const isEmpty = tree.isSuccess && searchText !== '' && matches.length === 0;

  return (
    <nav className={styles.left} aria-label="人员范围">
      <Input
        className={styles.treeSearch}
        value={text}
        allowClear
        prefix={<SearchOutlined aria-hidden="true" />}
        placeholder="搜索机构"
        aria-label="搜索机构"
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.shortcuts}>
        <Entry
          name="全部人员"
          icon={<TeamOutlined aria-hidden="true" />}
          chosen={scope.kind === 'all'}
          onChoose={() => onScope({ kind: 'all' })}
        />
        {recentCount > 0 && (
          <Entry
            name="最近选择"
            count={recentCount}
            icon={<ClockCircleOutlined aria-hidden="true" />}
            chosen={scope.kind === 'recent'}
            onChoose={() => onScope({ kind: 'recent' })}
          />
        )}
        {ownDepartment !== undefined && (
          <Entry
            name={`本科室（${ownDepartment.name}）`}
            count={ownDepartment.staffs}
            icon={<TeamOutlined aria-hidden="true" />}
            chosen={scope.kind === 'mine'}
            onChoose={() => onScope({ kind: 'mine' })}
          />
        )}
      </div>
      <div className={styles.tree}>
        {tree.isPending && <SkeletonRows rows={6} rowHeight={28} />}
        {tree.isError && <TreeFailure failure={tree.error} onRetry={() => void tree.refetch()} />}
        {isEmpty && <p className={styles.nothing}>没有找到“{searchText}”</p>}
        {tree.isSuccess && !isEmpty && (
          <Tree
            key={searchText}
            label="组织机构"
            branchOf={branches}
            expandedIds={userOpenedIds ?? topIds}
            onExpandedChange={setUserOpenedIds}
            chosen={new Set(scope.kind === 'organisation' ? [scope.id] : [])}
            choice="one"
            onChoose={({ id }) =>
              onScope(
                scope.kind === 'organisation' && scope.id === id
                  ? { kind: 'all' }
                  : { kind: 'organisation', id },
              )
            }
          />
        )}
      </div>
    </nav>
  );
}

const noRows: readonly CountedOrganisation[] = [];

const withCount = (row: CountedOrganisation) => ({ ...row, note: String(row.staffs) });

function Entry(props: {
  name: string;
  count?: number;
  chosen: boolean;
  icon: ReactNode;
  onChoose: () => void;
}) {
  return (
    <div className={joinClasses(styles.entry, props.chosen && styles.entryChosen)}>
      <span className={styles.entrySign}>{props.icon}</span>
      <button type="button" aria-pressed={props.chosen} title={props.name} onClick={props.onChoose}>
        <span>{props.name}</span>
        {props.count !== undefined && <small>{props.count}</small>}
      </button>
    </div>
  );
}
