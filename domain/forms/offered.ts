import type { AuthorityByField } from './authority.ts';
import { FieldAccess, settleAuthority } from './authority.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import { isTodayByDefault } from './kinds/date/date.ts';
import { takesOneOption } from './kinds/kind.ts';
import type { FormState } from './linkage.ts';
import type { FormValues } from './model.ts';

/**
 * Values that a form offers for a field that is not filled in; they count as the person's own once they are
 * sent.
 */

/** Returns the default of a field on a day; undefined where it has none. */
export function defaultOn(field: CompiledField, today: string): unknown {
  return isTodayByDefault(field) ? today : field.defaultValue;
}

/** Returns today for each empty date field that means it and that the node lets its person fill in. */
export function todayWhereMeant(
  form: CompiledForm,
  values: FormValues,
  authority: AuthorityByField,
  today: string,
): Record<string, string> {
  const access = settleAuthority(form, authority);
  const meant = form.fields.filter(
    (field) =>
      isTodayByDefault(field) &&
      access[field.id] === FieldAccess.editable &&
      field.kind.isEmpty(field.kind.normalise(values[field.id] ?? null) ?? field.kind.empty),
  );
  return Object.fromEntries(meant.map(({ id }) => [id, today]));
}

/** Returns the one option of each empty field that must be chosen and offers no other. */
export function solelyOffered(
  form: CompiledForm,
  { fields }: Pick<FormState, 'fields'>,
  authority: AuthorityByField,
): Record<string, string> {
  const access = settleAuthority(form, authority);
  const chosen: Record<string, string> = {};
  for (const field of form.fields) {
    const { id, kind } = field;
    if (!takesOneOption(field)) continue;
    const state = fields[id];
    if (!state?.editable || !state.required || access[id] !== FieldAccess.editable) continue;
    const [only, ...others] = state.options;
    if (only !== undefined && others.length === 0 && kind.isEmpty(state.value)) chosen[id] = only.value;
  }
  return chosen;
}
