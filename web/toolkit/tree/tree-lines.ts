/** A node as a tree shows it. `note` stands in grey behind the name. */
export interface TreeItem {
  id: string;
  name: string;
  isLeaf: boolean;
  /** Further text by which a search finds the node; its id without one. */
  code?: string;
  note?: string;
}

/** The nodes below one node: they may still be on their way. */
export type TreeBranch<Item extends TreeItem> =
  | { state: 'pending' }
  | { state: 'failed'; failure: unknown; onRetry: () => void }
  | { state: 'ready'; items: readonly Item[] };

/** The branch below a node; without one, the top. */
export type BranchOf<Item extends TreeItem> = (parent: string | undefined) => TreeBranch<Item>;

export interface ItemLine<Item extends TreeItem> {
  kind: 'item';
  key: string;
  item: Item;
  level: number;
  /** Its place among its brothers, from 1, and how many they are. */
  place: number;
  size: number;
  /** Undefined of a leaf. */
  isOpen: boolean | undefined;
  parent: string | undefined;
}

export type TreeLine<Item extends TreeItem> =
  | ItemLine<Item>
  | { kind: 'pending'; key: string; level: number }
  | { kind: 'failed'; key: string; level: number; failure: unknown; onRetry: () => void };

/** Deeper than any tree of the portal (the calls take levels to 20); rows that are each other's parents end here. */
const deepest = 24;

/** Returns the tree as the lines that stand under each other now, without the nodes below a closed node. */
export function treeLines<Item extends TreeItem>(
  branchOf: BranchOf<Item>,
  opened: ReadonlySet<string>,
): TreeLine<Item>[] {
  const lines: TreeLine<Item>[] = [];
  const add = (parent: string | undefined, level: number): void => {
    const branch = branchOf(parent);
    if (branch.state !== 'ready') {
      lines.push({ ...lineOf(branch), key: `${branch.state} ${parent ?? ''}`, level });
      return;
    }
    const size = branch.items.length;
    branch.items.forEach((item, at) => {
      const isOpen = item.isLeaf ? undefined : opened.has(item.id);
      lines.push({ kind: 'item', key: item.id, item, level, place: at + 1, size, isOpen, parent });
      if (isOpen && level < deepest) add(item.id, level + 1);
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

/** Branches of rows that are all here, each under its parent; a row whose parent is not among them stands at the top. */
export function branchesOf<Row extends { id: string; name: string; parent: string | null; note?: string }>(
  rows: readonly Row[],
): BranchOf<Row & TreeItem> {
  const known = new Set(rows.map(({ id }) => id));
  const below = Map.groupBy(rows, ({ parent }) =>
    parent !== null && known.has(parent) ? parent : undefined,
  );
  const items = new Map(
    [...below].map(([parent, those]) => [
      parent,
      those.map((row) => ({ ...row, isLeaf: !below.has(row.id) })),
    ]),
  );
  return (parent) => ({ state: 'ready', items: items.get(parent) ?? [] });
}

/** The node that begins with what was typed, by its name or its id, after the active one and round to it again. */
export function typedLine<Item extends TreeItem>(
  lines: readonly TreeLine<Item>[],
  from: number,
  typed: string,
): number | undefined {
  const wanted = typed.toLowerCase();
  for (let step = 0; step < lines.length; step += 1) {
    const at = (from + step) % lines.length;
    const line = lines[at];
    if (line?.kind !== 'item') continue;
    const { name, id, code = id } = line.item;
    if ([name, code].some((text) => text.toLowerCase().startsWith(wanted))) return at;
  }
  return undefined;
}
