import type { MaterialRow } from '#contract/material-check.ts';
import { PaperForm } from '#domain/enumerations/paper-form.ts';
import { PaperState } from '#domain/enumerations/paper-state.ts';
import { type CheckedPaper, problemsOfCheck } from '#domain/materials/material-check.ts';

/** The result of one material as the handler edits it. */
export interface MaterialDraft extends Omit<CheckedPaper, 'state'> {
  /** Null while it is unchecked. */
  state: PaperState | null;
}

/** Returns the stored results as drafts, in the order of the materials. */
export function draftsOf(rows: readonly MaterialRow[]): MaterialDraft[] {
  return rows.map((row) => ({
    id: row.id,
    state: row.checkState,
    originals: row.actualOriginalNumber,
    copies: row.actualCopyNumber,
    reason: row.reason,
    fileIds: row.files.map(({ id }) => id),
  }));
}

/**
 * Returns the draft with a state, and with the numbers that the state implies: the required ones for a complete
 * material without numbers, none for a missing one.
 */
export function withState(draft: MaterialDraft, row: MaterialRow, state: PaperState): MaterialDraft {
  if (state === PaperState.missing) return { ...draft, state, originals: 0, copies: 0, fileIds: [] };
  if (state !== PaperState.complete) return { ...draft, state };
  const isCounted = draft.originals + draft.copies > 0;
  const required = isCounted
    ? {}
    : row.form === PaperForm.original
      ? { originals: row.copies }
      : row.form === PaperForm.copy
        ? { copies: row.copies }
        : {};
  return { ...draft, ...required, state, reason: '' };
}

const isChecked = (draft: MaterialDraft): draft is CheckedPaper => draft.state !== null;

/** Returns the checked materials, as the call saves them. */
export function checkedDrafts(drafts: readonly MaterialDraft[]): CheckedPaper[] {
  return drafts.filter(isChecked);
}

/** Returns the problems by `<id of the material>.<field>`; the text of a problem does not repeat the material's name. */
export function problemsByField(
  checked: readonly Pick<CheckedPaper, 'id'>[],
  problems: readonly { field: string; message: string }[],
): Record<string, string> {
  return Object.fromEntries(
    problems.map(({ field, message }) => {
      const [, index = '', part = ''] = /\[(\d+)\]\.(\w+)/.exec(field) ?? [];
      const id = checked[Number(index)]?.id ?? '';
      return [`${id}.${part}`, message.replace(/^材料“.*?”：/, '')];
    }),
  );
}

/** Checks the results in the browser, by the rules of the server. */
export function problemsOfDrafts(
  rows: readonly MaterialRow[],
  checked: readonly CheckedPaper[],
): Record<string, string> {
  return problemsByField(checked, problemsOfCheck(rows, checked));
}
