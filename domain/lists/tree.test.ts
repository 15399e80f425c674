import { expect, test } from 'vitest';
import { buildTree } from './tree.ts';

const row = (id: string, parent: string | null, sortBy = 0) => ({ id, name: id, parent, sortBy });
type ShownNode = { id: string; children: readonly ShownNode[] };
const format = (nodes: readonly ShownNode[]): string =>
  nodes.map(({ id, children }) => id + (children.length > 0 ? `(${format(children)})` : '')).join(' ');

test('rows are grouped by parent and sorted by sortBy; 0 and null are the root (S0 §3, §7)', () => {
  const rows = [
    row('b2', 'b', 2),
    row('b', '0', 2),
    row('b1', 'b', 1),
    row('a', null, 1),
    row('c', 'null', 3),
  ];
  expect(format(buildTree(rows))).toBe('a b(b1 b2) c');
});

test('a search result without its parent is shown at the top level', () => {
  expect(format(buildTree([row('leaf', 'elsewhere'), row('deep', 'leaf')]))).toBe('leaf(deep)');
});

test('rows that are each other’s parents do not cause an endless loop', () => {
  expect(format(buildTree([row('x', 'y'), row('y', 'x'), row('top', '0')]))).toBe('top');
});

test('builds a tree of ten thousand rows completely', () => {
  const rows = Array.from({ length: 10_000 }, (_, index) =>
    row(`r${index}`, index === 0 ? '0' : `r${Math.floor(index / 10)}`),
  );
  const count = (nodes: readonly ShownNode[]): number =>
    nodes.reduce((sum, { children }) => sum + 1 + count(children), 0);
  rows[0] = row('r0', '0');
  expect(count(buildTree(rows))).toBe(10_000);
});
