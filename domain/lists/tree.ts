import { isTreeRoot } from './tree-root.ts';

/** A row of a tree as any of the tree calls gives it (S0 §3, S2 §3). */
export interface TreeRow {
  id: string;
  name: string;
  /** Null, `0` or `null` for none above. */
  parent: string | null;
  sortBy: number;
}

export type TreeNode<Row extends TreeRow> = Row & { children: TreeNode<Row>[] };

/**
 * Builds a tree from rows by their parents and sorts them by `sortBy`, then as they came (S0 §7 "Generic tree
 * call"). A row whose parent is not among them is at the top, as in a search result; rows that are each
 * other's parents are left out.
 */
export function buildTree<Row extends TreeRow>(rows: readonly Row[]): TreeNode<Row>[] {
  const known = new Set(rows.map(({ id }) => id));
  const isTop = ({ parent }: Row) => parent === null || isTreeRoot(parent) || !known.has(parent);
  const below = Map.groupBy(rows, (row) => (isTop(row) ? '' : (row.parent ?? '')));
  const branch = (parent: string): TreeNode<Row>[] =>
    (below.get(parent) ?? [])
      .toSorted((a, b) => a.sortBy - b.sortBy)
      .map((row) => ({ ...row, children: branch(row.id) }));
  return branch('');
}
