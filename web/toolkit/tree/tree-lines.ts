/** A node as a tree shows it. `note` is shown in grey after the name. */
export interface TreeItem {
  id: string;
  name: string;
  isLeaf: boolean;
  /** Further text by which a search finds the node; its id by default. */
  code?: string;
  note?: string;
}

/** The nodes below one node, which may still be loading. */
export type TreeBranch<Item extends TreeItem> =
  | { state: 'pending' }
  | { state: 'failed'; failure: unknown; onRetry: () => void }
  | { state: 'ready'; items: readonly Item[] };

/** Returns the branch below a node; without one, the top. */
export type BranchOf<Item extends TreeItem> = (parent: string | undefined) => TreeBranch<Item>;

export interface ItemLine<Item extends TreeItem> {
  kind: 'item';
  key: string;
  item: Item;
  level: number;
  /** Its position among its siblings, from 1, and their number. */
  position: number;
  size: number;
  /** Undefined for a leaf. */
  isOpen: boolean | undefined;
  parent: string | undefined;
}

export type TreeLine<Item extends TreeItem> =
  | ItemLine<Item>
  | { kind: 'pending'; key: string; level: number }
  | { kind: 'failed'; key: string; level: number; failure: unknown; onRetry: () => void };

/**
 * Deeper than any tree of the portal (the calls accept levels to 20); ends rows that are each other's
 * parents.
 */
const maxDepth = 24;

/** Returns the tree as its visible lines, without the nodes below a closed node. */
export function treeLines<Item extends TreeItem>(
  branchOf: BranchOf<Item>,
  expandedIds: ReadonlySet<string>,
): TreeLine<Item>[] {
  const lines: TreeLine<Item>[] = [];
  const add = (parent: string | undefined, level: number): void => {
    const branch = branchOf(parent);
    if (branch.state !== 'ready') {
      lines.push({ ...lineOf(branch), key: `${branch.state} ${parent ?? ''}`, level });
      return;
    }
    const size = branch.items.length;
    branch.items.forEach((item, index) => {
      const isOpen = item.isLeaf ? undefined : expandedIds.has(item.id);
      lines.push({ kind: 'item', key: item.id, item, level, position: index + 1, size, isOpen, parent });
      if (isOpen && level < maxDepth) add(item.id, level + 1);
    });
  };
  add(undefined, 1);
  return lines;
}

function lineOf(branch: Exclude<TreeBranch<never>, { state: 'ready' }>) {
  return branch.state === 'pending'
    ? ({ kind: 'pending' } as const)
    : ({ kind: 'failed', failure: branch.failure, onRetry: branch.onRetry } as const);
}

/**
 * Returns the branches of loaded rows, each under its parent; a row whose parent is missing is at the top.
 */
export function branchesOf<Row extends { id: string; name: string; parent: string | null; note?: string }>(
  rows: readonly Row[],
): BranchOf<Row & TreeItem> {
  const ids = new Set(rows.map(({ id }) => id));
  const rowsByParent = Map.groupBy(rows, ({ parent }) =>
    parent !== null && ids.has(parent) ? parent : undefined,
  );
  const items = new Map(
    [...rowsByParent].map(([parent, children]) => [
      parent,
      children.map((row) => ({ ...row, isLeaf: !rowsByParent.has(row.id) })),
    ]),
  );
  return (parent) => ({ state: 'ready', items: items.get(parent) ?? [] });
}

/**
 * Returns the next node whose name or id begins with the typed text, after the active one and from the top
 * again.
 */
export function findTypedLine<Item extends TreeItem>(
  lines: readonly TreeLine<Item>[],
  from: number,
  typed: string,
): number | undefined {
  const prefix = typed.toLowerCase();
  for (let step = 0; step < lines.length; step += 1) {
    const index = (from + step) % lines.length;
    const line = lines[index];
    if (line?.kind !== 'item') continue;
    const { name, id, code = id } = line.item;
    if ([name, code].some((text) => text.toLowerCase().startsWith(prefix))) return index;
  }
  return undefined;
}
