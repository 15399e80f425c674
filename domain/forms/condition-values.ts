import type { CompiledField, CompiledForm } from './compiled-form.ts';
import { comparedValue, type FieldState, readValue } from './field-state.ts';
import { evaluateLinkage, type FormState } from './linkage.ts';
import type { FormValues } from './model.ts';
import { mapEntries } from './nested-values.ts';

/**
 * Returns the values that conditions of a process read: a field that linkage hides is empty, as in the form, also
 * in a row or a group.
 */
export function conditionValues(form: CompiledForm, values: FormValues): FormValues {
  const compared = withComparedValues(form, values);
  if (form.triggers.size === 0) return compared;
  const { fields, rows } = evaluateLinkage(form, values);
  return withoutHidden(form.fields, compared, { states: fields, rows, prefix: '' });
}

/** The states of the fields at one place of a form: of the form itself, or of an entry. */
interface Place {
  states: Readonly<Record<string, FieldState>>;
  rows: FormState['rows'];
  /** Beginning of the paths of these fields. */
  prefix: string;
}

function withoutHidden<Values extends FormValues>(
  fields: readonly CompiledField[],
  values: Values,
  { states, rows, prefix }: Place,
): Values {
  const changed = fields.flatMap((field) => {
    const { id, kind, columns } = field;
    if (!Object.hasOwn(values, id)) return [];
    if (states[id]?.isHiddenByLinkage) return [[id, comparedValue(field, kind.empty)]];
    if (columns.length === 0) return [];
    const path = prefix + id;
    const value = mapEntries(values[id], path, (entry, inner, index) =>
      withoutHidden(columns, entry, { states: rows[path]?.[index] ?? {}, rows, prefix: inner }),
    );
    return [[id, value]];
  });
  return changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) };
}

function withComparedValues(form: CompiledForm, values: FormValues): FormValues {
  const others = form.fields.filter(({ id, kind }) => kind.compared && Object.hasOwn(values, id));
  if (others.length === 0) return values;
  const entries = others.map((field) => [field.id, comparedValue(field, readValue(field, values[field.id]))]);
  return { ...values, ...Object.fromEntries(entries) };
}
