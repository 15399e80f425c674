import { operationsWidth } from '#domain/lists/column-width.ts';
import type { RowAction } from '../list-model/list-types.ts';

/** Key, label and danger mark of an action; the list itself runs the action. */
export type DisplayedAction = Omit<RowAction, 'onRun'>;

/** Below this width of the window the columns need the space of all actions except one. */
export const narrowWindowQuery = '(width < 1200px)';
export const moreLabel = '更多';

/** More than three actions are folded (S0 §2, §9). */
const maxShown = 3;
/**
 * Pixels of the action column: per character, around each name, and around all; the columns of 待办 then fit
 * into 1366 px.
 */
const characterPixels = 14;
const nameMarginPixels = 12;
const columnMarginPixels = 8;

/**
 * Returns the actions that are visible in the column of a row and those behind 更多: three at most, and in a
 * narrow window one or none. 更多 never contains a single action: of four, two are visible and two behind it.
 */
export function foldActions<Action>(
  actions: readonly Action[],
  isNarrow: boolean,
): { shown: readonly Action[]; folded: readonly Action[] } {
  const isOneOver = actions.length === maxShown + 1;
  const count = isNarrow && actions.length > 1 ? 0 : isOneOver ? maxShown - 1 : maxShown;
  return { shown: actions.slice(0, count), folded: actions.slice(count) };
}

/**
 * Returns the width of the column for the actions of all these rows, or 0 if no row has any. A single action
 * has the width of its name; for several, the column has the width of S2 §9, or more if the names and 更多 need
 * it.
 */
export function actionsWidth(rows: readonly (readonly DisplayedAction[])[], isNarrow: boolean): number {
  const widths = rows.map((actions) => {
    const { shown, folded } = foldActions(actions, isNarrow);
    const labels = shown.map(({ label }) => label);
    if (folded.length > 0) labels.push(moreLabel);
    if (labels.length === 0) return 0;
    const minWidth = labels.reduce(
      (sum, label) => sum + [...label].length * characterPixels + nameMarginPixels,
      columnMarginPixels,
    );
    return labels.length > 1 ? Math.max(operationsWidth(labels), minWidth) : minWidth;
  });
  return Math.max(0, ...widths);
}
