import { expect, test } from 'vitest';
import {
  listInTreeOrder,
  newSituation,
  possibleParentSituations,
  withoutSituation,
  withPosition,
  withSituation,
} from './situation-editing.ts';
import type { Situation } from './situations.ts';

const situationOf = (id: string, parent: string | null = null): Situation => ({
  id,
  name: id,
  parent,
  papers: [],
  forms: [],
});
const ids = (situations: readonly Situation[]) => situations.map(({ id }) => id);
const tree = [
  situationOf('drugs'),
  situationOf('food'),
  situationOf('food-old', 'food'),
  situationOf('toys'),
  situationOf('food-new', 'food'),
];

test('the tree lists each situation below its parent, for any order of the list, and loses none', () => {
  expect(
    listInTreeOrder(tree).map(({ situation, level, siblingIndex: place, siblingCount }) => [
      situation.id,
      level,
      place,
      siblingCount,
    ]),
  ).toEqual([
    ['drugs', 1, 0, 3],
    ['food', 1, 1, 3],
    ['food-old', 2, 0, 2],
    ['food-new', 2, 1, 2],
    ['toys', 1, 2, 3],
  ]);
  const brokenTree = [
    situationOf('a', 'b'),
    situationOf('b', 'a'),
    situationOf('c', 'nowhere'),
    situationOf('c', 'nowhere'),
  ];
  expect(
    listInTreeOrder(brokenTree)
      .map(({ index }) => index)
      .sort(),
  ).toEqual([0, 1, 2, 3]);
});

test('a situation is moved only among the situations of its parent', () => {
  expect(ids(withPosition(tree, 4, 0))).toEqual(['drugs', 'food', 'food-new', 'toys', 'food-old']);
  expect(ids(withPosition(tree, 0, 2))).toEqual(['food', 'toys', 'food-old', 'drugs', 'food-new']);
  expect(ids(withPosition(tree, 0, 0))).toEqual(ids(tree));
});

test('child situations follow a new code, and move up one level when their parent is removed', () => {
  expect(withSituation(tree, 1, { id: 'meals' }).map(({ parent }) => parent)).toEqual([
    null,
    null,
    'meals',
    null,
    'meals',
  ]);
  const withRepeatedCode = withSituation(tree, 0, { id: 'food' });
  expect(withSituation(withRepeatedCode, 0, { id: 'foods' }).map(({ parent }) => parent)).toEqual(
    tree.map(({ parent }) => parent),
  );
  const [, , leaf] = withoutSituation(
    [situationOf('a'), situationOf('b', 'a'), situationOf('c', 'b'), situationOf('d', 'a')],
    1,
  );
  expect(leaf?.parent).toBe('a');
  expect(
    withoutSituation([situationOf('a'), situationOf('b', 'a'), situationOf('c', 'b')], 1).map(
      ({ parent }) => parent,
    ),
  ).toEqual([null, 'a']);
});

test('a situation cannot be its own ancestor, and a new situation gets a unique code', () => {
  expect(ids(possibleParentSituations(tree, 1))).toEqual(['drugs', 'toys']);
  expect(ids(possibleParentSituations(tree, 4))).toEqual(['drugs', 'food', 'food-old', 'toys']);
  expect(newSituation([situationOf('situation2')]).id).toBe('situation3');
  expect(newSituation([]).id).toBe('situation1');
});
