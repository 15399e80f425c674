import type { AuthorityByField } from './authority.ts';
import { applyAuthority, FieldAccess, resolveAuthority } from './authority.ts';
import { type CompiledForm, defaultOf } from './compiled-form.ts';
import { ownValue } from './field-state.ts';
import { isTodayByDefault } from './kinds/date/date.ts';
import { isSingleChoice } from './kinds/kind.ts';
import type { FormState } from './linkage.ts';
import type { FormValues } from './model.ts';

/** Values that a form suggests for empty fields; they count as the person's own input when they are sent. */

/**
 * Returns today for each empty date field whose default is today and which this node can edit; null means that a
 * person has emptied it.
 */
export function todayDefaults(
  form: CompiledForm,
  values: FormValues,
  authority: AuthorityByField,
  today: string,
): Record<string, string> {
  const access = resolveAuthority(form, authority);
  const todayFields = form.fields.filter(
    (field) =>
      isTodayByDefault(field) &&
      values[field.id] !== null &&
      access[field.id] === FieldAccess.editable &&
      field.kind.isEmpty(field.kind.normalise(values[field.id] ?? null) ?? field.kind.empty),
  );
  return Object.fromEntries(todayFields.map(({ id }) => [id, today]));
}

/**
 * Returns the values with the defaults of fields that this node can edit and that nobody has filled in or emptied.
 */
export function withDefaults(
  form: CompiledForm,
  values: FormValues,
  authority: AuthorityByField,
  today: string,
): FormValues {
  const access = applyAuthority(form, authority);
  const result: Record<string, unknown> = { ...values, ...todayDefaults(form, values, authority, today) };
  for (const field of form.fields) {
    const { id } = field;
    if (isTodayByDefault(field) || access[id] !== FieldAccess.editable) continue;
    const suggested = ownValue(values, id) === undefined ? defaultOf(field, today) : undefined;
    if (suggested !== undefined) result[id] = suggested;
  }
  return result;
}

/** Returns the only option of each empty required field that has just one. */
export function onlyOptionDefaults(
  form: CompiledForm,
  { fields }: Pick<FormState, 'fields'>,
  authority: AuthorityByField,
): Record<string, string> {
  const access = resolveAuthority(form, authority);
  const chosen: Record<string, string> = {};
  for (const field of form.fields) {
    const { id, kind } = field;
    if (!isSingleChoice(field)) continue;
    const state = fields[id];
    if (!state?.editable || !state.required || access[id] !== FieldAccess.editable) continue;
    const [only, ...others] = state.options;
    if (only !== undefined && others.length === 0 && kind.isEmpty(state.value)) chosen[id] = only.value;
  }
  return chosen;
}
