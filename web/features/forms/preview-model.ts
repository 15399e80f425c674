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
  shown: FormModel | undefined;
} {
  const compiled = compileNewForm(model);
  if (!Array.isArray(compiled)) return { problems: [], shown: model };
  let shown = model;
  // Fields that refer to a field left out have a problem themselves.
  for (let found: readonly Problem[] = compiled; ; ) {
    const { fields } = shown.schema;
    const wrong = new Set(found.map(({ field }) => placeOfProblem(fields, field).field));
    const kept = fields.filter((_, at) => !wrong.has(at));
    if (kept.length === 0 || kept.length === fields.length) return { problems: compiled, shown: undefined };
    shown = { ...shown, schema: { fields: kept } };
    const next = compileNewForm(shown);
    if (!Array.isArray(next)) return { problems: compiled, shown };
    found = next;
  }
}
