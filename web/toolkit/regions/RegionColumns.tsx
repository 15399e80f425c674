import { RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { TreeFailure } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import { joinClasses } from '../styles/join-classes.ts';
import type { LoadRegions, Region } from './region.ts';
import styles from './region-picker.module.css';

const levelLabels = ['省级', '市级', '区县', '乡镇街道'];

export interface RegionChoice {
  single: boolean;
  chosen: ReadonlySet<string>;
  onToggle: (region: Region) => void;
}

/**
 * Shows one column per level; opening a region shows its children in the next. `path` contains the open
 * regions, from the top.
 */
export function RegionColumns(
  props: RegionChoice & {
    load: LoadRegions;
    path: readonly Region[];
    onPath: (path: readonly Region[]) => void;
  },
) {
  const { path } = props;
  const columns = [undefined, ...path.filter((region) => !region.isLeaf)];
  return (
    <div className={styles.regionColumns}>
      {columns.map((parent, depth) => (
        <RegionColumn
          key={parent?.id ?? 'top'}
          {...props}
          parent={parent?.id}
          label={levelLabels[depth] ?? '下级'}
          openCode={path[depth]?.code}
          onOpen={(region) => props.onPath([...path.slice(0, depth), region])}
        />
      ))}
    </div>
  );
}

function RegionColumn(
  props: RegionChoice & {
    load: LoadRegions;
    parent: string | undefined;
    label: string;
    openCode: string | undefined;
    onOpen: (region: Region) => void;
  },
) {
  const groupName = useId();
  const list = useQuery({
    ...props.load(props.parent),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // The office's region is far down among the provinces: a column scrolls to its open region first.
  const column = useRef<HTMLFieldSetElement>(null);
  const isLoaded = list.isSuccess;
  useEffect(() => {
    const openRow = column.current?.querySelector<HTMLElement>('[data-opened]');
    if (isLoaded && column.current && openRow) {
      column.current.scrollTop = openRow.offsetTop - column.current.clientHeight / 2;
    }
  }, [isLoaded]);
  return (
    <fieldset ref={column} className={styles.regionColumn}>
      <legend>{props.label}</legend>
      {list.isPending && <SkeletonRows rows={6} rowHeight={32} />}
      {list.isError && <TreeFailure failure={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.map((region) => (
        <div
          key={region.code}
          data-opened={region.code === props.openCode || undefined}
          className={joinClasses(styles.regionRow, region.code === props.openCode && styles.opened)}
        >
          <input
            type={props.single ? 'radio' : 'checkbox'}
            name={groupName}
            aria-label={`选择${region.name}`}
            checked={props.chosen.has(region.code)}
            onChange={() => props.onToggle(region)}
          />
          <button
            type="button"
            aria-expanded={region.isLeaf ? undefined : region.code === props.openCode}
            onClick={() => (region.isLeaf ? props.onToggle(region) : props.onOpen(region))}
          >
            <span>{region.name}</span>
            {!region.isLeaf && <RightOutlined aria-hidden="true" />}
          </button>
        </div>
      ))}
    </fieldset>
  );
}
