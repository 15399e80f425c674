import { operationsWidth } from '#domain/lists/column-width.ts';
import type { RowAction } from './list-types.ts';

/** What is read of an action; what it does is the list's to say. */
export type ReadAction = Omit<RowAction, 'onRun'>;

/** Below this width of the window the columns need the place of all actions but one. */
export const narrowQuery = '(width < 1200px)';
export const moreLabel = '更多';

const maxShown = 2;
/** Of the standard letters, and what stands beside a name: the columns of 待办 fill a window of 1366 beside two letters. */
const letterPixels = 14;
const besidePixels = 20;

/** Returns the actions that show in the column of a row and those behind 更多: two at most, and in a narrow window one alone or none. */
export function foldActions<Action>(
  actions: readonly Action[],
  isNarrow: boolean,
): { shown: readonly Action[]; folded: readonly Action[] } {
  const count = isNarrow && actions.length > 1 ? 0 : maxShown;
  return { shown: actions.slice(0, count), folded: actions.slice(count) };
}

/**
 * Returns the width of the column that holds the actions of all these rows, or 0 if no row has any. One operation has the place
 * that its name needs; where there are several, the column is as wide as the specification has it.
 */
export function actionsWidth(rows: readonly (readonly ReadAction[])[], isNarrow: boolean): number {
  const widths = rows.map((actions) => {
    const { shown, folded } = foldActions(actions, isNarrow);
    const labels = shown.map(({ label }) => label);
    if (folded.length > 0) labels.push(moreLabel);
    const [only = '', ...others] = labels;
    if (only === '') return 0;
    return others.length > 0 ? operationsWidth(labels) : [...only].length * letterPixels + besidePixels;
  });
  return Math.max(0, ...widths);
}
