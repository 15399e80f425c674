import type { Problem } from '../refusals/refusals.ts';
import { innerFields, innerPrefix } from './inner-fields.ts';
import type { FieldModel } from './model.ts';

/**
 * Returns a hint for each field that has the name of an earlier one under the same heading, and for such fields
 * inside a field: a form with them works, but nobody can distinguish them.
 */
export function hintsOfSameNames(fields: readonly FieldModel[], prefix = ''): Problem[] {
  const seen = new Set<string>();
  return fields.flatMap((field) => {
    const title = field.title.trim();
    const hints = hintsOfSameNames(innerFields(field), innerPrefix(field, prefix + field.id));
    if (field['x-component'] === 'heading') seen.clear();
    else if (title !== '' && seen.has(title))
      hints.unshift({ field: prefix + field.id, message: '与前面的一项同名，填写和查询时难以区分' });
    else seen.add(title);
    return hints;
  });
}
