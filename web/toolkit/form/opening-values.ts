import { localDateOf } from '#domain/calendar/local-date.ts';
import { applyAuthority, FieldAccess } from '#domain/forms/authority.ts';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { todayDefaults } from '#domain/forms/default-values.ts';
import { isTodayByDefault } from '#domain/forms/kinds/date/date.ts';
import { ownValue } from '#domain/forms/linkage.ts';
import type { FormValues } from '#domain/forms/model.ts';
import type { FormSettings } from './form-content.ts';

/** Returns the values with the defaults of fields that this person may edit and that nobody has filled in or emptied. */
export function withDefaults(form: CompiledForm, { values, authority, mode, now }: FormSettings): FormValues {
  if (mode === 'read') return values;
  const access = applyAuthority(form, authority);
  const today = localDateOf(now?.() ?? new Date());
  const result = { ...values, ...todayDefaults(form, values, authority, today) };
  for (const field of form.fields) {
    const { id, defaultValue } = field;
    const isOffered =
      defaultValue !== undefined && !isTodayByDefault(field) && access[id] === FieldAccess.editable;
    if (isOffered && ownValue(values, id) === undefined) result[id] = defaultValue;
  }
  return result;
}
