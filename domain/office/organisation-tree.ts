/**
 * The tree of organisations: organisations and departments have an organisation as parent, and a department
 * has no children.
 */
export interface OrganisationNode {
  id: string;
  kind: 'organisation' | 'department';
  /** Null for the root, which cannot be moved. */
  parent: string | null;
  enabled: boolean;
}

export const organisationKindLabel = { organisation: '机构', department: '部门' } as const;

/** A deeper tree is a mistake; the calls that walk it process up to 20 levels (S0 §7). */
export const maxDepth = 20;

/**
 * Returns the problem of a node's position after a change: unknown parent, below a department, below itself, too
 * deep. Undefined without a problem.
 */
export function problemOfPosition(
  node: OrganisationNode,
  tree: ReadonlyMap<string, OrganisationNode>,
): string | undefined {
  if (node.parent === null) return undefined;
  const parent = tree.get(node.parent);
  if (!parent) return `没有编码为“${node.parent}”的机构`;
  if (parent.kind === 'department') return '部门下不能再设机构或部门';
  if (node.enabled && !parent.enabled) return '上级机构已停用';
  let level = 2;
  for (let ancestor = parent; ancestor.parent !== null; level += 1) {
    if (ancestor.id === node.id) return '不能移到自己或自己的下级下面';
    const next = tree.get(ancestor.parent);
    // Cycles end here; a missing parent is reported at its own row.
    if (!next) return undefined;
    if (level > maxDepth) return `机构最多 ${maxDepth} 级`;
    ancestor = next;
  }
  if (parent.id === node.id) return '不能移到自己或自己的下级下面';
  return level > maxDepth ? `机构最多 ${maxDepth} 级` : undefined;
}

/**
 * Returns the problem of a node's kind, otherwise undefined: the root and nodes with children must be
 * organisations.
 */
export function problemOfKind(node: OrganisationNode, tree: Iterable<OrganisationNode>): string | undefined {
  if (node.kind === 'organisation') return undefined;
  if (node.parent === null) return '最上级应为机构';
  for (const other of tree) if (other.parent === node.id) return '有下级的不能改为部门';
  return undefined;
}

/**
 * Returns the problem of changing a node's kind, otherwise undefined: people refer to their organisation and
 * their department separately, and halls and items belong to organisations. `dependents` lists as text the
 * records that belong to the node; empty if there are none.
 */
export function problemOfKindChange(
  before: Pick<OrganisationNode, 'kind'> | undefined,
  after: Pick<OrganisationNode, 'kind'>,
  dependents: string,
): string | undefined {
  if (before === undefined || before.kind === after.kind || dependents === '') return undefined;
  return `不能改为${organisationKindLabel[after.kind]}：仍有 ${dependents}`;
}

export interface TreePosition {
  id: string;
  path: string;
  level: number;
}

/**
 * Returns path and level of every node, from the root down; nodes without a parent in the tree are left out.
 */
export function treePositions(
  tree: Iterable<Pick<OrganisationNode, 'id' | 'parent'>>,
): Map<string, TreePosition> {
  const childrenByParent = Map.groupBy(tree, ({ parent }) => parent);
  const positions = new Map<string, TreePosition>();
  const addPositions = (parent: string | null, path: string, level: number): void => {
    for (const { id } of childrenByParent.get(parent) ?? []) {
      positions.set(id, { id, path: `${path}${id}/`, level });
      if (level < maxDepth) addPositions(id, `${path}${id}/`, level + 1);
    }
  };
  addPositions(null, '/', 1);
  return positions;
}
