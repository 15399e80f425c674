import { RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { TreeFailure } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import { joinClasses } from '../styles/join-classes.ts';
import type { LoadRegions, Region } from './region.ts';
import styles from './region-chooser.module.css';

/**
 * Shows the children of a region: up and down move, Enter and right open or choose, left goes back to the
 * previous list.
 */
export function RegionLevel(props: {
  depth: number;
  label: string;
  loadChildren: LoadRegions;
  parent: string | undefined;
  /** The open or chosen region of this list. */
  openId: string | undefined;
  isEnd: (region: Region) => boolean;
  onOpen: (region: Region) => void;
  onLeft: () => void;
  onRight: () => void;
}) {
  const { openId, isEnd, onOpen } = props;
  const list = useQuery({ ...props.loadChildren(props.parent), staleTime: Number.POSITIVE_INFINITY });
  const rows = list.data ?? [];
  const [movedTo, setMovedTo] = useState<number>();
  const active =
    movedTo ??
    Math.max(
      0,
      rows.findIndex(({ id }) => id === openId),
    );
  const box = useRef<HTMLDivElement>(null);
  const id = useId();

  // The open region is far down among the provinces: the list starts around it.
  const isLoaded = list.isSuccess;
  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>('[data-opened]');
    if (isLoaded && box.current && row) {
      box.current.scrollTop = row.offsetTop - box.current.clientHeight / 2;
    }
  }, [isLoaded]);

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    const move = (to: number) => {
      const next = Math.max(0, Math.min(rows.length - 1, to));
      setMovedTo(next);
      box.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    };
    if (event.key === 'ArrowDown') move(active + 1);
    else if (event.key === 'ArrowUp') move(active - 1);
    else if (event.key === 'Home') move(0);
    else if (event.key === 'End') move(rows.length - 1);
    else if (event.key === 'ArrowLeft') props.onLeft();
    else if (event.key === 'ArrowRight' && row?.id === openId) props.onRight();
    else if (event.key === 'ArrowRight' && row && !isEnd(row)) onOpen(row);
    else if ((event.key === 'Enter' || event.key === ' ') && row) onOpen(row);
    else return;
    event.preventDefault();
  };

  return (
    <section className={styles.level} data-depth={props.depth} aria-label={props.label}>
      <h3>{props.label}</h3>
      {list.isPending && <SkeletonRows rows={6} rowHeight={32} />}
      {list.isError && <TreeFailure failure={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && (
        <div
          ref={box}
          role="listbox"
          aria-label={props.label}
          aria-activedescendant={rows.length > 0 ? `${id}-${active}` : undefined}
          tabIndex={0}
          className={styles.rows}
          onKeyDown={onKeyDown}
        >
          {rows.map((region, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself handles the keys
            <div
              key={region.id}
              id={`${id}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={region.id === openId}
              data-opened={region.id === openId || undefined}
              className={joinClasses(
                styles.row,
                region.id === openId && styles.opened,
                place === active && styles.current,
              )}
              onClick={() => {
                setMovedTo(place);
                onOpen(region);
              }}
            >
              <span>{region.name}</span>
              {!isEnd(region) && <RightOutlined aria-hidden="true" />}
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
