import type { CompiledForm } from './compiled-form.ts';

/** What a form holds before anybody has typed: the default of each field, else its empty value. */
export function initialValues(form: CompiledForm): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { id, kind, defaultValue } of form.fields) {
    if (!kind.holdsValue) continue;
    values[id] = defaultValue === undefined ? kind.empty : (kind.normalise(defaultValue) ?? kind.empty);
  }
  return values;
}
