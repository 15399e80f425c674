import { expect, test } from 'vitest';
import { branchesOf, findTypedLine, treeLines } from './tree-lines.ts';

const rows = [
  { id: 'county', name: '淳安县人民政府', parent: null },
  { id: 'petition', name: '信访局', parent: 'county' },
  { id: 'desk', name: '办信科', parent: 'petition' },
  { id: 'housing', name: '住建局', parent: 'county' },
  { id: 'stray', name: '千岛湖镇', parent: 'elsewhere' },
];

test('returns a line for each visible node, with its level and its position among siblings', () => {
  const lines = treeLines(branchesOf(rows), new Set(['county']));
  expect(
    lines.map(
      (line) => line.kind === 'item' && [line.key, line.level, line.position, line.size, line.isOpen],
    ),
  ).toEqual([
    ['county', 1, 1, 2, true],
    ['petition', 2, 1, 2, false],
    ['housing', 2, 2, 2, undefined],
    ['stray', 1, 2, 2, undefined],
  ]);
});

test('returns a line for a loading branch, and one for a branch that could not be loaded', () => {
  const onRetry = () => undefined;
  const lines = treeLines(
    (parent) => {
      if (parent === 'a') return { state: 'pending' };
      if (parent === 'b') return { state: 'failed', failure: 'away', onRetry };
      return { state: 'ready', items: ['a', 'b'].map((id) => ({ id, name: id, isLeaf: false })) };
    },
    new Set(['a', 'b']),
  );
  expect(lines.map(({ kind, level }) => [kind, level])).toEqual([
    ['item', 1],
    ['pending', 2],
    ['item', 1],
    ['failed', 2],
  ]);
});

test('ends at nodes that are each other’s parents', () => {
  const lines = treeLines(
    () => ({ state: 'ready', items: [{ id: 'a', name: 'a', isLeaf: false }] }),
    new Set(['a']),
  );
  expect(lines).toHaveLength(24);
});

test('finds the next node that begins with the typed text, by name or id, and wraps around', () => {
  const lines = treeLines(branchesOf(rows), new Set(['county', 'petition']));
  expect(findTypedLine(lines, 0, '住')).toBe(3);
  expect(findTypedLine(lines, 4, '淳')).toBe(0);
  expect(findTypedLine(lines, 0, 'DE')).toBe(2);
  expect(findTypedLine(lines, 0, '无')).toBeUndefined();
});
