import type { CompiledField, CompiledForm } from '#domain/forms/compiled-form.ts';
import { type FieldState, type FormState, ownValue, rowsOf } from '#domain/forms/linkage.ts';
import type { FormValues } from '#domain/forms/model.ts';

/** The values of a form and the state that follows from them. */
interface Evaluated {
  state: FormState;
  values: FormValues;
}

/**
 * Returns new values for the choices that linkage has stopped offering between two evaluations, of fields and of the
 * cells of each row; rows are compared by their keys.
 */
export function clearedChoices(
  { fields }: CompiledForm,
  now: Evaluated,
  before: Evaluated,
): Record<string, unknown> {
  const cleared: Record<string, unknown> = {};
  for (const field of fields) {
    const { id, kind, columns } = field;
    const state = now.state.fields[id];
    if (isNoLongerOffered(field, state, before.state.fields[id])) cleared[id] = kind.empty;
    const choices = state?.editable ? columns.filter((column) => column.kind.takesOptions) : [];
    if (choices.length === 0) continue;
    const rowsBefore = new Map(
      rowsOf(ownValue(before.values, id) ?? null).map(({ _uid }, index) => [
        _uid,
        before.state.rows[id]?.[index],
      ]),
    );
    const rows = rowsOf(ownValue(now.values, id) ?? null);
    const emptyCells = rows.map(({ _uid }, index) =>
      choices.flatMap((column): [string, unknown][] => {
        const cell = now.state.rows[id]?.[index]?.[column.id];
        const isCleared = isNoLongerOffered(column, cell, rowsBefore.get(_uid)?.[column.id]);
        return isCleared ? [[column.id, column.kind.empty]] : [];
      }),
    );
    if (emptyCells.every((cells) => cells.length === 0)) continue;
    cleared[id] = rows.map((row, index) => ({ ...row, ...Object.fromEntries(emptyCells[index] ?? []) }));
  }
  return cleared;
}

/** Checks whether the options of a field have changed, and its choice is not among them. */
function isNoLongerOffered(
  { kind, props }: CompiledField,
  state: FieldState | undefined,
  before: FieldState | undefined,
): boolean {
  if (!kind.takesOptions || !state?.editable || before === undefined || state.options === before.options)
    return false;
  return kind.validate(state.value, { props, options: state.options }).length > 0;
}
