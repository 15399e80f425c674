import { PaperForm } from '../enumerations/paper-form.ts';
import { moved } from '../lists/moved.ts';
import { type Paper, type Situation, wayTo } from './situations.ts';

/** Materials and situations as an office edits them. */

export function newPaper(): Paper {
  return { name: '', form: PaperForm.copy, copies: 1, required: true, note: '' };
}

/** Returns a situation of the first level, under a code that none of the item has. */
export function newSituation(situations: readonly Situation[]): Situation {
  const taken = new Set(situations.map(({ id }) => id));
  let number = situations.length + 1;
  while (taken.has(`situation${number}`)) number += 1;
  return { id: `situation${number}`, name: '', parent: null, papers: [], forms: [] };
}

/** A situation in its place of the tree. */
export interface PlacedSituation {
  situation: Situation;
  /** The place in the item's list. */
  index: number;
  /** From 1 on. */
  level: number;
  /** Its place among those of one parent, from 0, and how many these are. */
  at: number;
  count: number;
}

/** Returns the situations in the order of their tree, each below its parent; those outside the tree stand last. */
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

/** Returns the situation at `index` at another place among those of its parent. */
export function withPlace(situations: readonly Situation[], index: number, to: number): Situation[] {
  const siblings = siblingsUnder(situations, situations[index]?.parent ?? null);
  const order = moved(siblings, siblings.indexOf(index), to).map((one) => situations[one]);
  return situations.map((one, at) => order[siblings.indexOf(at)] ?? one);
}

/** Returns the situations with a change of the one at `index`; where its code changes, its children follow it. */
export function withSituation(
  situations: readonly Situation[],
  index: number,
  change: Partial<Situation>,
): Situation[] {
  const before = situations[index];
  const { id } = change;
  // A code that two have for the moment says of none below which of them is meant.
  const isOnly = situations.filter((one) => one.id === before?.id).length === 1;
  return situations.map((one, at) => {
    if (at === index) return { ...one, ...change };
    return id !== undefined && isOnly && one.parent === before?.id ? { ...one, parent: id } : one;
  });
}

/** Returns the situations without the one at `index`; its children move to its parent. */
export function withoutSituation(situations: readonly Situation[], index: number): Situation[] {
  const gone = situations[index];
  return situations
    .filter((_one, at) => at !== index)
    .map((one) => (gone && one.parent === gone.id ? { ...one, parent: gone.parent } : one));
}

/** Returns the situations that may be the parent of the one at `index`: none that stands below it. */
export function mayBeAbove(situations: readonly Situation[], index: number): Situation[] {
  const own = situations[index];
  return situations.filter(
    ({ id }, at) => at !== index && id !== '' && !wayTo(situations, id).some((one) => one === own),
  );
}
