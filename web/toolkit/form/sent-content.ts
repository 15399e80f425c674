import { type AuthorityByField, FieldAccess, resolveAuthority } from '#domain/forms/authority.ts';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { ownValue, readValue } from '#domain/forms/field-state.ts';
import { isTodayByDefault } from '#domain/forms/kinds/date/date.ts';
import type { FormState } from '#domain/forms/linkage.ts';
import type { FormValues } from '#domain/forms/model.ts';
import { withSuggestedValues } from './computed-values.ts';

/**
 * Returns the content to send: the current values of the fields that this person may edit; the server merges them.
 * A text that is no value of its kind is sent as it was typed, so that the server does not keep another value
 * instead, and an emptied date that would be offered as today again as null.
 */
export function contentToSend(
  form: CompiledForm,
  formState: FormState,
  typedValues: FormValues,
  authority: AuthorityByField,
): Record<string, unknown> {
  const access = resolveAuthority(form, authority);
  const content: Record<string, unknown> = {};
  for (const field of form.fields) {
    const { id, kind } = field;
    const state = formState.fields[id];
    if (!kind.holdsValue || !state || !(state.editable || state.isSet)) continue;
    const { value, editable, isSuggested } = state;
    const typed = ownValue(typedValues, id);
    const isOffered = isTodayByDefault(field) && access[id] === FieldAccess.editable;
    if (!editable || isSuggested) content[id] = value;
    else if (typed !== undefined && kind.normalise(typed) === undefined) content[id] = typed;
    else if (kind.nests !== undefined)
      content[id] = withSuggestedValues(field, id, readValue(field, value), formState);
    else content[id] = isOffered && kind.isEmpty(value) ? null : value;
  }
  return content;
}
