import { isTreeRoot } from './tree-root.ts';

/** A row of a tree, as the tree calls return it (S0 §3, S2 §3). */
export interface TreeRow {
  id: string;
  name: string;
  /** Null, `0` or `null` for a row without a parent. */
  parent: string | null;
  sortBy: number;
}

export type TreeNode<Row extends TreeRow> = Row & { children: TreeNode<Row>[] };

/**
 * Builds a tree from rows by their parents and sorts siblings by `sortBy`, then in the given order (S0 §7
 * "Generic tree call"). A row whose parent is not among the rows is at the top, as in a search result; rows
 * in a cycle are left out.
 */
export function buildTree<Row extends TreeRow>(rows: readonly Row[]): TreeNode<Row>[] {
  const ids = new Set(rows.map(({ id }) => id));
  const isTop = ({ parent }: Row) => parent === null || isTreeRoot(parent) || !ids.has(parent);
  const rowsByParent = Map.groupBy(rows, (row) => (isTop(row) ? '' : (row.parent ?? '')));
  const nodesUnder = (parent: string): TreeNode<Row>[] =>
    (rowsByParent.get(parent) ?? [])
      .toSorted((a, b) => a.sortBy - b.sortBy)
      .map((row) => ({ ...row, children: nodesUnder(row.id) }));
  return nodesUnder('');
}
