import type { MenuNode } from '#contract/menus.ts';
import type { MenuRow } from './queries.ts';

/** Returns rows as the tree of the side menu; the order of the rows does not change. */
export function presentMenuTree(rows: readonly MenuRow[]): MenuNode[] {
  const nodes = new Map(
    rows.map(({ id, code, title, url, icon }): [string, MenuNode] => [
      id,
      { id, code, title, url, icon, children: [] },
    ]),
  );
  const roots: MenuNode[] = [];
  for (const row of rows) {
    const node = nodes.get(row.id);
    const parent = row.parentId === null ? undefined : nodes.get(row.parentId);
    if (node) (parent?.children ?? roots).push(node);
  }
  return roots;
}
