import type { CompiledField, CompiledForm } from '#domain/forms/compiled-form.ts';
import { type FieldState, ownValue } from '#domain/forms/field-state.ts';
import type { FormState } from '#domain/forms/linkage.ts';
import type { FormValues } from '#domain/forms/model.ts';
import { entriesOf, flatFields, mapEntries } from '#domain/forms/nested-values.ts';
import { isSame } from '#domain/forms/same-value.ts';
import { innerPlaceOf, stateIn } from './field-path.ts';

/** The values of a form and the state that follows from them. */
export interface Evaluated {
  state: FormState;
  values: FormValues;
}

/**
 * Returns new values for the choices that linkage has stopped offering between two evaluations, of fields and of
 * those inside them; rows are compared by their keys.
 */
export function clearedChoices(
  { fields }: CompiledForm,
  now: Evaluated,
  before: Evaluated,
): Record<string, unknown> {
  const cleared: Record<string, unknown> = {};
  for (const field of fields) {
    const { id, kind } = field;
    const value = ownValue(now.values, id);
    const [state, stateBefore] = [now.state.fields[id], before.state.fields[id]];
    const isCleared =
      isNoLongerOffered(field, state, stateBefore) ||
      hasOtherParameters(field, { state: now.state, path: id }, { state: before.state, path: id });
    if (isCleared) cleared[id] = kind.empty;
    if (field.columns.length === 0 || !state?.editable || !flatFields(field.columns).some(isChoice)) continue;
    const next = clearedInside(
      field,
      { path: id, value },
      { path: id, value: ownValue(before.values, id) },
      now,
      before,
    );
    if (next !== value) cleared[id] = next;
  }
  return cleared;
}

/** Checks whether a field offers options, its own or those of an interface. */
function isChoice({ kind, interfaces }: CompiledField): boolean {
  return kind.takesOptions || interfaces?.options !== undefined;
}

interface PlacedState {
  state: FormState;
  path: string;
}

/**
 * Checks whether a choice from the list of an interface stays from other parameters: one of them has changed, and the
 * choice has not.
 */
function hasOtherParameters(
  { kind, interfaces }: CompiledField,
  now: PlacedState,
  before: PlacedState,
): boolean {
  const { reads = [] } = interfaces?.options ?? {};
  if (reads.length === 0) return false;
  const [cell, cellBefore] = [stateIn(now.state, now.path), stateIn(before.state, before.path)];
  if (!cell?.editable || cellBefore === undefined || kind.isEmpty(cell.value)) return false;
  return (
    isSame(cell.value, cellBefore.value) &&
    reads.some((id) => !isSame(readBeside(now, id), readBeside(before, id)))
  );
}

/** Returns the value of a field that the interface of another one reads: of its own row first, then of the form. */
function readBeside({ state, path }: PlacedState, id: string): unknown {
  const place = innerPlaceOf(path);
  const cell = place && stateIn(state, path.slice(0, -place.id.length) + id);
  return (cell ?? state.fields[id])?.value;
}

interface PlacedValue {
  path: string;
  value: unknown;
}

/** Returns the value of a field without such choices inside; the same value if there are none. */
function clearedInside(
  field: CompiledField,
  { path, value }: PlacedValue,
  earlier: PlacedValue,
  now: Evaluated,
  before: Evaluated,
): unknown {
  const columns = field.columns.filter((column) => isChoice(column) || column.kind.nests !== undefined);
  const entriesBefore = new Map(
    entriesOf(earlier.value, earlier.path).map((each) => [each.entry._uid, each] as const),
  );
  let isCleared = false;
  const next = mapEntries(value, path, (entry, prefix) => {
    const same = entriesBefore.get(entry._uid);
    const changed: Record<string, unknown> = { ...entry };
    for (const column of columns) {
      const place = { path: prefix + column.id, value: ownValue(entry, column.id) };
      const placeBefore = {
        path: (same?.prefix ?? '') + column.id,
        value: same && ownValue(same.entry, column.id),
      };
      const stateBefore = same && stateIn(before.state, placeBefore.path);
      const isCellCleared =
        isNoLongerOffered(column, stateIn(now.state, place.path), stateBefore) ||
        (same !== undefined &&
          hasOtherParameters(
            column,
            { state: now.state, path: place.path },
            { state: before.state, path: placeBefore.path },
          ));
      const cleared = isCellCleared
        ? column.kind.empty
        : clearedInside(column, place, placeBefore, now, before);
      if (cleared === place.value) continue;
      changed[column.id] = cleared;
      isCleared = true;
    }
    return changed;
  });
  return isCleared ? next : value;
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
