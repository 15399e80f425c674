import { EmptyState } from '../feedback/EmptyState.tsx';
import { TreeFailure } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import { joinClasses } from '../styles/join-classes.ts';
import { keyOfPath, type RegionPath } from './recent-regions.ts';
import type { Region } from './region.ts';
import styles from './region-chooser.module.css';

/** Maximum number of rows; for more results, typing another letter is quicker than reading. */
export const maxRows = 100;

/**
 * Shows the regions that a search found, each with its path from the province; the search field handles the
 * keys.
 */
export function FoundRegions(props: {
  id: string;
  searchText: string;
  active: number;
  rows: readonly Region[];
  isPending: boolean;
  failure: unknown;
  onRetry: () => void;
  onChoose: (region: Region) => void;
}) {
  const { id, active, rows, searchText } = props;
  if (props.failure) return <TreeFailure failure={props.failure} onRetry={props.onRetry} />;
  if (props.isPending) return <SkeletonRows rows={6} rowHeight={36} />;
  if (rows.length === 0) return <EmptyState compact title={`没有找到“${searchText}”`} />;
  return (
    <>
      <div id={id} role="listbox" aria-label="搜索结果" tabIndex={-1} className={styles.results}>
        {rows.slice(0, maxRows).map((region, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
          <div
            key={region.id}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === active}
            className={joinClasses(styles.row, place === active && styles.active)}
            onClick={() => props.onChoose(region)}
          >
            <span>{region.name}</span>
            <small>{region.fullname.split(' ').slice(0, -1).join(' / ') || '省级'}</small>
          </div>
        ))}
      </div>
      <p className={styles.count} role="status">
        找到 {rows.length} 个区划{rows.length > maxRows && `，列出前 ${maxRows} 个，请再输入几个字`}
      </p>
    </>
  );
}

/** Shows the regions that the user chose last, as one row of short names. */
export function RecentRegions(props: {
  id: string;
  active: number;
  rows: readonly RegionPath[];
  onChoose: (path: RegionPath) => void;
}) {
  return (
    <div className={styles.recent}>
      <span aria-hidden="true">最近选过</span>
      <div id={props.id} role="listbox" aria-label="最近选过的区划" tabIndex={-1}>
        {props.rows.map((steps, place) => {
          const name = steps.map((step) => step.name).join(' / ');
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
            <div
              key={keyOfPath(steps)}
              id={`${props.id}-${place}`}
              role="option"
              tabIndex={-1}
              aria-label={name}
              aria-selected={place === props.active}
              title={name}
              className={joinClasses(styles.chip, place === props.active && styles.active)}
              onClick={() => props.onChoose(steps)}
            >
              {steps
                .slice(-2)
                .map((step) => step.name)
                .join(' / ')}
            </div>
          );
        })}
      </div>
    </div>
  );
}
