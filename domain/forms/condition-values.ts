import type { CompiledForm } from './compiled-form.ts';
import { evaluateLinkage } from './linkage.ts';
import type { FormValues } from './model.ts';

/** Returns the values that conditions of a process read: a field that linkage hides is empty, as in the form. */
export function conditionValues(form: CompiledForm, values: FormValues): FormValues {
  if (form.triggers.size === 0) return values;
  const { fields } = evaluateLinkage(form, values);
  const hiddenFields = form.fields.filter(
    ({ id }) => Object.hasOwn(values, id) && fields[id]?.isHiddenByLinkage,
  );
  if (hiddenFields.length === 0) return values;
  return { ...values, ...Object.fromEntries(hiddenFields.map(({ id, kind }) => [id, kind.empty])) };
}
