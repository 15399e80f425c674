import { compileNewForm } from '#domain/forms/compile-new.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { placeOfProblem } from '#domain/forms/problem-places.ts';
import type { Problem } from '#domain/refusals/refusals.ts';

/**
 * Returns all problems of a form, and the form without the fields that have one; undefined if a problem is not
 * at a field or no field is left.
 */
export function previewModel(model: FormModel): {
  problems: readonly Problem[];
  previewable: FormModel | undefined;
} {
  const compiled = compileNewForm(model);
  if (!Array.isArray(compiled)) return { problems: [], previewable: model };
  let previewable = model;
  // Fields that refer to a field left out have a problem themselves.
  for (let found: readonly Problem[] = compiled; ; ) {
    const { fields } = previewable.schema;
    const faultyIndexes = new Set(found.map(({ field }) => placeOfProblem(fields, field)[0]));
    const remaining = fields.filter((_, index) => !faultyIndexes.has(index));
    if (remaining.length === 0 || remaining.length === fields.length)
      return { problems: compiled, previewable: undefined };
    previewable = { ...previewable, schema: { fields: remaining } };
    const result = compileNewForm(previewable);
    if (!Array.isArray(result)) return { problems: compiled, previewable };
    found = result;
  }
}
