import type { FormValues } from '#domain/forms/model.ts';
import { anchorOf } from './field-path.ts';

/** Topic of the rows of lists that are folded to one line. */
export const foldsTopic = '#folds';

/** The rows of lists that are folded or unfolded, by their keys; a row that nobody has touched is not in it. */
export class FoldedRows {
  readonly #folds = new Map<string, boolean>();

  /** Returns whether the row at a path (`people[2]`) is folded; undefined if nobody has decided. */
  isFolded(values: FormValues, row: string): boolean | undefined {
    return this.#folds.get(anchorOf(values, row));
  }

  set(values: FormValues, row: string, isFolded: boolean): void {
    this.#folds.set(anchorOf(values, row), isFolded);
  }

  /** Unfolds the rows around a value. */
  unfoldAround(values: FormValues, path: string): void {
    for (const row of rowsAround(path)) this.set(values, row, false);
  }
}

/** Returns the paths of the rows around a value, the outermost first. */
export function rowsAround(path: string): string[] {
  return [...path.matchAll(/\]/g)].map(({ index }) => path.slice(0, index + 1));
}
