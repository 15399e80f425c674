import { useCallback } from 'react';
import { queryAs } from '#web/api/query-of.ts';
import { Tree } from '../tree/Tree.tsx';
import { useLoadedBranches } from '../tree/use-loaded-branches.ts';
import type { RegionChoice } from './RegionColumns.tsx';
import type { LoadRegions, Region } from './region.ts';
import styles from './region-tree.module.css';

/**
 * Shows the regions as one tree (S1 §2 "Region tree selector"); the children of a region are loaded when it
 * is opened.
 */
export function RegionTree(
  props: Omit<RegionChoice, 'chosen'> & {
    load: LoadRegions;
    /** Ids of the chosen regions, and of the open ones. */
    chosen: ReadonlySet<string>;
    expandedIds: ReadonlySet<string>;
    onExpandedChange: (expandedIds: ReadonlySet<string>) => void;
    /** The region to scroll to once the tree is loaded (S1 §9). */
    initialId: string | undefined;
  },
) {
  const { load, expandedIds, onExpandedChange, initialId, chosen } = props;
  const loadItems = useCallback(
    (parent: string | undefined) => {
      const regions = load(parent);
      return queryAs(regions, (answer) => itemsOf(regions.select(answer)));
    },
    [load],
  );
  const branchOf = useLoadedBranches(loadItems, expandedIds);
  return (
    <Tree
      label="行政区划"
      className={styles.tree}
      branchOf={branchOf}
      expandedIds={expandedIds}
      onExpandedChange={onExpandedChange}
      initialId={initialId}
      chosen={chosen}
      choice={props.single ? 'one' : 'many'}
      onChoose={({ region }) => props.onToggle(region)}
    />
  );
}

const itemsOf = (regions: readonly Region[]) =>
  regions.map((region) => ({
    id: region.id,
    code: region.code,
    name: region.name,
    isLeaf: region.isLeaf,
    region,
  }));
