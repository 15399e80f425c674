import { PaperForm } from '../enumerations/paper-form.ts';
import { moveItem } from '../lists/move-item.ts';
import type { Paper } from '../materials/materials.ts';
import { pathTo, type Situation } from './situations.ts';

/** Functions to edit the materials and situations of an item. */

export function newPaper(): Paper {
  return { name: '', form: PaperForm.copy, copies: 1, required: true, note: '' };
}

/** Returns a new situation of the first level, with an unused code. */
export function newSituation(situations: readonly Situation[]): Situation {
  const usedIds = new Set(situations.map(({ id }) => id));
  let number = situations.length + 1;
  while (usedIds.has(`situation${number}`)) number += 1;
  return { id: `situation${number}`, name: '', parent: null, papers: [], forms: [] };
}

/** A situation with its position in the tree. */
export interface PositionedSituation {
  situation: Situation;
  /** Index in the item's list. */
  index: number;
  /** Level, from 1. */
  level: number;
  /** Index among the children of its parent, from 0, and the number of these children. */
  siblingIndex: number;
  siblingCount: number;
}

/** Returns the situations in tree order, each below its parent; those outside the tree are last. */
export function listInTreeOrder(situations: readonly Situation[]): PositionedSituation[] {
  const rows: PositionedSituation[] = [];
  const placed = new Set<number>();
  const addRow = (index: number, level: number, siblings: readonly number[]) => {
    const situation = situations[index];
    if (situation === undefined || placed.has(index)) return;
    placed.add(index);
    rows.push({
      situation,
      index,
      level,
      siblingIndex: siblings.indexOf(index),
      siblingCount: siblings.length,
    });
    const children = siblingsUnder(situations, situation.id);
    for (const child of children) addRow(child, level + 1, children);
  };
  const first = siblingsUnder(situations, null);
  for (const index of first) addRow(index, 1, first);
  for (const index of situations.keys()) addRow(index, 1, [index]);
  return rows;
}

function siblingsUnder(situations: readonly Situation[], parent: string | null): number[] {
  return situations.flatMap((entry, index) => (entry.parent === parent ? [index] : []));
}

/** Returns the list with the situation at `index` moved to another position among its siblings. */
export function withPosition(situations: readonly Situation[], index: number, to: number): Situation[] {
  const siblings = siblingsUnder(situations, situations[index]?.parent ?? null);
  const order = moveItem(siblings, siblings.indexOf(index), to).map((entry) => situations[entry]);
  return situations.map((entry, index) => order[siblings.indexOf(index)] ?? entry);
}

/**
 * Returns the list with the situation at `index` changed; if its code changes, its children refer to the new
 * code.
 */
export function withSituation(
  situations: readonly Situation[],
  index: number,
  change: Partial<Situation>,
): Situation[] {
  const before = situations[index];
  const { id } = change;
  // While two situations have the same code, it is unknown to which of them the children belong.
  const isOnly = situations.filter((entry) => entry.id === before?.id).length === 1;
  return situations.map((entry, position) => {
    if (position === index) return { ...entry, ...change };
    return id !== undefined && isOnly && entry.parent === before?.id ? { ...entry, parent: id } : entry;
  });
}

/** Returns the list without the situation at `index`; its children move to its parent. */
export function withoutSituation(situations: readonly Situation[], index: number): Situation[] {
  const removed = situations[index];
  return situations
    .filter((_one, position) => position !== index)
    .map((entry) => (removed && entry.parent === removed.id ? { ...entry, parent: removed.parent } : entry));
}

/**
 * Returns the situations that may become the parent of the one at `index`: all except itself and those below
 * it.
 */
export function possibleParentSituations(situations: readonly Situation[], index: number): Situation[] {
  const current = situations[index];
  return situations.filter(
    ({ id }, position) =>
      position !== index && id !== '' && !pathTo(situations, id).some((entry) => entry === current),
  );
}
