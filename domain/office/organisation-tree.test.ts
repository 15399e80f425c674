import { describe, expect, test } from 'vitest';
import {
  type OrganisationNode,
  problemOfKind,
  problemOfPosition,
  treePositions,
} from './organisation-tree.ts';

const node = (id: string, parent: string | null, more: Partial<OrganisationNode> = {}): OrganisationNode => ({
  id,
  parent,
  kind: 'organisation',
  enabled: true,
  ...more,
});
const tree = (...nodes: OrganisationNode[]) => new Map(nodes.map((entry) => [entry.id, entry]));
const county = [
  node('root', null),
  node('petition', 'root'),
  node('desk', 'petition', { kind: 'department' }),
  node('old', 'root', { enabled: false }),
];

describe('position of an organisation', () => {
  test.each([
    ['under the root', node('new', 'root'), undefined],
    ['under an unknown organisation', node('new', 'nowhere'), '没有编码为“nowhere”的机构'],
    ['under a department', node('new', 'desk'), '部门下不能再设机构或部门'],
    ['under a disabled organisation', node('new', 'old'), '上级机构已停用'],
    ['under itself', node('petition', 'petition'), '不能移到自己或自己的下级下面'],
  ])('is accepted or rejected: %s', (_title, moved, problem) => {
    expect(problemOfPosition(moved, tree(...county, moved))).toBe(problem);
  });

  test('cannot form a circle of any length', () => {
    const circle = tree(node('root', null), node('a', 'c'), node('b', 'a'), node('c', 'b'));
    for (const id of ['a', 'b', 'c']) {
      expect(problemOfPosition(circle.get(id) as OrganisationNode, circle)).toBe(
        '不能移到自己或自己的下级下面',
      );
    }
    // A row below a member of the cycle is reported too.
    const extendedTree = tree(...circle.values(), node('d', 'a'));
    expect(problemOfPosition(extendedTree.get('d') as OrganisationNode, extendedTree)).toBe('机构最多 20 级');
  });

  test('has at most twenty levels', () => {
    const chain = Array.from({ length: 22 }, (_, index) =>
      node(`n${index}`, index === 0 ? null : `n${index - 1}`),
    );
    const deep = tree(...chain);
    expect(problemOfPosition(chain[19] as OrganisationNode, deep)).toBeUndefined();
    expect(problemOfPosition(chain[20] as OrganisationNode, deep)).toBe('机构最多 20 级');
  });

  test('has path and level from the root', () => {
    expect([...treePositions(county).values()]).toEqual([
      { id: 'root', path: '/root/', level: 1 },
      { id: 'petition', path: '/root/petition/', level: 2 },
      { id: 'desk', path: '/root/petition/desk/', level: 3 },
      { id: 'old', path: '/root/old/', level: 2 },
    ]);
  });
});

test('an organisation with children, and the root, cannot become a department', () => {
  const department = (id: string, parent: string | null) => node(id, parent, { kind: 'department' });
  expect(problemOfKind(department('petition', 'root'), county)).toBe('有下级的不能改为部门');
  expect(problemOfKind(department('root', null), county)).toBe('最上级应为机构');
  expect(problemOfKind(department('desk', 'petition'), county)).toBeUndefined();
});
