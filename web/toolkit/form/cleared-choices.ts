import type { CompiledField, CompiledForm } from '#domain/forms/compiled-form.ts';
import { type FieldState, type FormState, ownValue, rowsOf } from '#domain/forms/linkage.ts';
import type { FormValues } from '#domain/forms/model.ts';
import { isSame } from '#domain/forms/same-value.ts';

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
    const readForm =
      ({ state }: Evaluated) =>
      (name: string) =>
        state.fields[name]?.value;
    if (
      isNoLongerOffered(field, state, before.state.fields[id]) ||
      hasOtherParameters(field, [state, before.state.fields[id]], [readForm(now), readForm(before)])
    )
      cleared[id] = kind.empty;
    const choices = state?.editable
      ? columns.filter(({ kind, interfaces }) => kind.takesOptions || interfaces?.options)
      : [];
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
        const cellsBefore = rowsBefore.get(_uid);
        const isCleared =
          isNoLongerOffered(column, cell, cellsBefore?.[column.id]) ||
          hasOtherParameters(
            column,
            [cell, cellsBefore?.[column.id]],
            [
              (name) => (now.state.rows[id]?.[index]?.[name] ?? now.state.fields[name])?.value,
              (name) => (cellsBefore?.[name] ?? before.state.fields[name])?.value,
            ],
          );
        return isCleared ? [[column.id, column.kind.empty]] : [];
      }),
    );
    if (emptyCells.every((cells) => cells.length === 0)) continue;
    cleared[id] = rows.map((row, index) => ({ ...row, ...Object.fromEntries(emptyCells[index] ?? []) }));
  }
  return cleared;
}

/**
 * Checks whether a choice from the list of an interface stays from other parameters: one of them has changed, and the
 * choice has not.
 */
function hasOtherParameters(
  { kind, interfaces }: CompiledField,
  [state, stateBefore]: readonly [FieldState | undefined, FieldState | undefined],
  [read, readBefore]: readonly [(id: string) => unknown, (id: string) => unknown],
): boolean {
  const { reads = [] } = interfaces?.options ?? {};
  if (!state?.editable || stateBefore === undefined || kind.isEmpty(state.value)) return false;
  return isSame(state.value, stateBefore.value) && reads.some((id) => !isSame(read(id), readBefore(id)));
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
