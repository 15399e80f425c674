import type { CompiledField, CompiledForm } from '#domain/forms/compiled-form.ts';
import { type FieldState, type FormState, ownValue } from '#domain/forms/linkage.ts';
import type { FormValues } from '#domain/forms/model.ts';
import { entriesOf, flatFields, mapEntries } from '#domain/forms/nested-values.ts';
import { stateIn } from './field-path.ts';

/** The values of a form and the state that follows from them. */
interface Evaluated {
  state: FormState;
  values: FormValues;
}

/**
 * Returns new values for the choices that linkage has stopped offering between two evaluations, of fields and of those
 * inside them; rows are compared by their keys.
 */
export function clearedChoices(
  { fields }: CompiledForm,
  now: Evaluated,
  before: Evaluated,
): Record<string, unknown> {
  const cleared: Record<string, unknown> = {};
  for (const field of fields) {
    const { id } = field;
    const value = ownValue(now.values, id);
    const [state, stateBefore] = [now.state.fields[id], before.state.fields[id]];
    if (isNoLongerOffered(field, state, stateBefore)) cleared[id] = field.kind.empty;
    if (!state?.editable || !flatFields(field.columns).some(({ kind }) => kind.takesOptions)) continue;
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
  const columns = field.columns.filter(({ kind }) => kind.takesOptions || kind.nests !== undefined);
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
      const cleared = isNoLongerOffered(column, stateIn(now.state, place.path), stateBefore)
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
