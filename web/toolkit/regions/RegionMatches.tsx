import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { TreeFailure } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import type { RegionChoice } from './RegionColumns.tsx';
import type { SearchRegions } from './region.ts';
import styles from './region-picker.module.css';

/** Shows the regions whose name contains the text, each with the path from its province. */
export function RegionMatches(
  props: RegionChoice & {
    name: string;
    search: SearchRegions;
    /** True if other results are shown next to it, so that an empty result is not reported. */
    hasOtherResults?: boolean;
  },
) {
  const list = useQuery(props.search(props.name));
  return (
    <fieldset className={styles.candidatesList}>
      <legend className="visually-hidden">搜索结果</legend>
      {list.isPending && <SkeletonRows rows={6} rowHeight={32} />}
      {list.isError && <TreeFailure failure={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.length === 0 && !props.hasOtherResults && (
        <EmptyState compact title={`没有找到“${props.name}”`} />
      )}
      {list.data?.map((region) => (
        <label key={region.code}>
          <input
            type={props.single ? 'radio' : 'checkbox'}
            name="region-match"
            checked={props.chosen.has(region.code)}
            onChange={() => props.onToggle(region)}
          />
          <span className={styles.candidateName}>{region.name}</span>
          <small>{region.fullname}</small>
        </label>
      ))}
    </fieldset>
  );
}
