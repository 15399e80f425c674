import { PaperForm } from '../enumerations/paper-form.ts';
import { moveItem } from '../lists/move-item.ts';
import { type Paper, pathTo, type Situation } from './situations.ts';

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

/** A situation with its place in the tree. */
export interface PlacedSituation {
  situation: Situation;
  /** Index in the item's list. */
  index: number;
  /** Level, from 1. */
  level: number;
  /** Index among the children of its parent, from 0, and the number of these children. */
  at: number;
  count: number;
}

/** Returns the situations in tree order, each below its parent; those outside the tree are last. */
export function inTreeOrder(situations: readonly Situation[]): PlacedSituation[] {
  const rows: PlacedSituation[] = [];
  const placed = new Set<number>();
  const place = (index: number, level: number, siblings: readonly number[]) => {
    const situation = situations[index];
    if (situation === undefined || placed.has(index)) return;
    placed.add(index);
    rows.push({ situation, index, level, at: siblings.indexOf(index), count: siblings.length });
    const below = siblingsUnder(situations, situation.id);
    for (const child of below) place(child, level + 1, below);
  };
  const first = siblingsUnder(situations, null);
  for (const index of first) place(index, 1, first);
  for (const index of situations.keys()) place(index, 1, [index]);
  return rows;
}

function siblingsUnder(situations: readonly Situation[], parent: string | null): number[] {
  return situations.flatMap((one, index) => (one.parent === parent ? [index] : []));
}

/** Returns the list with the situation at `index` moved to another place among its siblings. */
export function withPlace(situations: readonly Situation[], index: number, to: number): Situation[] {
  const siblings = siblingsUnder(situations, situations[index]?.parent ?? null);
  const order = moveItem(siblings, siblings.indexOf(index), to).map((one) => situations[one]);
  return situations.map((one, at) => order[siblings.indexOf(at)] ?? one);
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
  const isOnly = situations.filter((one) => one.id === before?.id).length === 1;
  return situations.map((one, at) => {
    if (at === index) return { ...one, ...change };
    return id !== undefined && isOnly && one.parent === before?.id ? { ...one, parent: id } : one;
  });
}

/** Returns the list without the situation at `index`; its children move to its parent. */
export function withoutSituation(situations: readonly Situation[], index: number): Situation[] {
  const gone = situations[index];
  return situations
    .filter((_one, at) => at !== index)
    .map((one) => (gone && one.parent === gone.id ? { ...one, parent: gone.parent } : one));
}

/**
 * Returns the situations that may become the parent of the one at `index`: all except itself and those below
 * it.
 */
export function mayBeAbove(situations: readonly Situation[], index: number): Situation[] {
  const own = situations[index];
  return situations.filter(
    ({ id }, at) => at !== index && id !== '' && !pathTo(situations, id).some((one) => one === own),
  );
}
