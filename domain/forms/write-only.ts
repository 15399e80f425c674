import type { CompiledField, CompiledForm } from './compiled-form.ts';
import type { FormValues } from './model.ts';
import { flatFields, mapEntries } from './nested-values.ts';

/** Returns the content without the values that no reader gets back, for a draft, whose content its person reopens. */
export function withoutWriteOnlyValues(
  { fields }: Pick<CompiledForm, 'fields'>,
  content: FormValues,
): FormValues {
  return withoutValuesOf(fields, content);
}

function withoutValuesOf(fields: readonly CompiledField[], content: FormValues): FormValues {
  const remaining: Record<string, unknown> = { ...content };
  for (const { id, kind, columns } of fields) {
    if (kind.writeOnly) delete remaining[id];
    else if (flatFields(columns).some((column) => column.kind.writeOnly) && Object.hasOwn(content, id))
      remaining[id] = mapEntries(content[id], id, (entry) => withoutValuesOf(columns, entry));
  }
  return remaining;
}
