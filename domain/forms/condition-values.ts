import type { CompiledForm } from './compiled-form.ts';
import { comparedValue, readValue } from './field-state.ts';
import { evaluateLinkage } from './linkage.ts';
import type { FormValues } from './model.ts';

/** Returns the values that conditions of a process read: a field that linkage hides is empty, as in the form. */
export function conditionValues(form: CompiledForm, values: FormValues): FormValues {
  const compared = withComparedValues(form, values);
  if (form.triggers.size === 0) return compared;
  const { fields } = evaluateLinkage(form, values);
  const hiddenFields = form.fields.filter(
    ({ id }) => Object.hasOwn(values, id) && fields[id]?.isHiddenByLinkage,
  );
  if (hiddenFields.length === 0) return compared;
  return {
    ...compared,
    ...Object.fromEntries(hiddenFields.map((field) => [field.id, comparedValue(field, field.kind.empty)])),
  };
}

function withComparedValues(form: CompiledForm, values: FormValues): FormValues {
  const others = form.fields.filter(({ id, kind }) => kind.compared && Object.hasOwn(values, id));
  if (others.length === 0) return values;
  const entries = others.map((field) => [field.id, comparedValue(field, readValue(field, values[field.id]))]);
  return { ...values, ...Object.fromEntries(entries) };
}
