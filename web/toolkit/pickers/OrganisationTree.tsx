import {
  ClockCircleOutlined,
  DownOutlined,
  RightOutlined,
  SearchOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { FailureState } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import { joinClasses } from '../page/join-classes.ts';
import type { CountedOrganisation, HandlerSources } from './handler-sources.ts';
import styles from './organisation-tree.module.css';

/** Among whom the picker looks for people. */
export type StaffScope =
  | { kind: 'all' }
  | { kind: 'recent' }
  | { kind: 'mine' }
  | { kind: 'organisation'; id: string };

/** A search of the tree shows so many, and no more of a name that fits half the county. */
const mostFound = 100;

/** Where to look: whom one chose last, one's own department, and the tree with how many people each part has. */
export function OrganisationTree(props: {
  sources: Pick<HandlerSources, 'organisations'>;
  scope: StaffScope;
  recent: number;
  onScope: (scope: StaffScope) => void;
}) {
  const { scope, recent, onScope } = props;
  const tree = useQuery(props.sources.organisations());
  const [text, setText] = useState('');
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const rows = tree.data?.rows ?? [];
  const own = rows.find(({ id }) => id === tree.data?.departmentId);
  const word = text.trim();
  const found = rows.filter(({ name }) => name.includes(word)).slice(0, mostFound);
  const known = new Set(rows.map(({ id }) => id));
  const childrenOf = (parent: string | null) =>
    rows.filter((row) => (parent === null ? !known.has(row.parent ?? '') : row.parent === parent));

  const entry = (row: CountedOrganisation, depth: number, opener: ReactNode) => {
    const chosen = scope.kind === 'organisation' && scope.id === row.id;
    return (
      <Entry
        key={row.id}
        name={row.name}
        count={row.staffs}
        chosen={chosen}
        depth={depth}
        opener={opener}
        onChoose={() => onScope(chosen ? { kind: 'all' } : { kind: 'organisation', id: row.id })}
      />
    );
  };

  const branch = (parent: string | null, depth: number): ReactNode =>
    childrenOf(parent).map((row) => {
      const hasMore = rows.some((below) => below.parent === row.id);
      // The top is open from the start; a press turns any part over.
      const open = (depth === 0) !== toggled.has(row.id);
      const turn = () => {
        const next = new Set(toggled);
        if (!next.delete(row.id)) next.add(row.id);
        setToggled(next);
      };
      const opener = hasMore && (
        <button
          type="button"
          className={styles.opener}
          aria-expanded={open}
          aria-label={`${open ? '收起' : '展开'}${row.name}`}
          onClick={turn}
        >
          {open ? <DownOutlined aria-hidden="true" /> : <RightOutlined aria-hidden="true" />}
        </button>
      );
      return (
        <div key={row.id}>
          {entry(row, depth, opener)}
          {open && hasMore && branch(row.id, depth + 1)}
        </div>
      );
    });

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
          opener={<TeamOutlined aria-hidden="true" />}
          chosen={scope.kind === 'all'}
          onChoose={() => onScope({ kind: 'all' })}
        />
        {recent > 0 && (
          <Entry
            name="最近选择"
            count={recent}
            opener={<ClockCircleOutlined aria-hidden="true" />}
            chosen={scope.kind === 'recent'}
            onChoose={() => onScope({ kind: 'recent' })}
          />
        )}
        {own !== undefined && (
          <Entry
            name={`本科室（${own.name}）`}
            count={own.staffs}
            opener={<TeamOutlined aria-hidden="true" />}
            chosen={scope.kind === 'mine'}
            onChoose={() => onScope({ kind: 'mine' })}
          />
        )}
      </div>
      <div className={styles.tree}>
        {tree.isPending && <SkeletonRows rows={6} rowHeight={28} />}
        {tree.isError && <FailureState compact failure={tree.error} onRetry={() => void tree.refetch()} />}
        {word === '' ? branch(null, 0) : found.map((row) => entry(row, 0, false))}
        {word !== '' && found.length === 0 && <p className={styles.nothing}>没有找到“{word}”</p>}
      </div>
    </nav>
  );
}

function Entry(props: {
  name: string;
  count?: number;
  chosen: boolean;
  depth?: number;
  opener?: ReactNode;
  onChoose: () => void;
}) {
  return (
    <div
      className={joinClasses(styles.entry, props.chosen && styles.entryChosen)}
      style={{ paddingLeft: 4 + (props.depth ?? 0) * 16 }}
    >
      <span className={styles.entrySign}>{props.opener}</span>
      <button type="button" aria-pressed={props.chosen} title={props.name} onClick={props.onChoose}>
        <span>{props.name}</span>
        {props.count !== undefined && <small>{props.count}</small>}
      </button>
    </div>
  );
}
