import type { CompiledField } from '#domain/forms/compiled-form.ts';
import { rowsOf } from '#domain/forms/linkage.ts';
import type { Option } from '#domain/forms/model.ts';

/** Returns a value as text, rows one after the other, for a place without a field. */
export function valueText(
  field: CompiledField,
  value: unknown,
  options: readonly Option[] = field.options,
): string {
  const { kind, props, columns, kindName } = field;
  if (kindName === 'table')
    return rowsOf(value ?? null)
      .map((row) => columns.flatMap((column) => valueText(column, row[column.id]) || []).join('，'))
      .join('；');
  return kind.text(kind.normalise(value ?? null) ?? kind.empty, { props, options });
}
