import type { CompiledField } from '#domain/forms/compiled-form.ts';
import type { Option } from '#domain/forms/model.ts';
import { entriesOf } from '#domain/forms/nested-values.ts';
import { mask } from '#domain/sensitive/masks.ts';
import type { FormStore } from './form-store.ts';

/** Returns a value as text, rows one after the other, for a place without a field. */
export function valueText(
  field: CompiledField,
  value: unknown,
  options: readonly Option[] = field.options,
): string {
  const { kind, props, columns } = field;
  if (kind.nests === undefined)
    return kind.text(kind.normalise(value ?? null) ?? kind.empty, { props, options });
  return entriesOf(value, '')
    .map(({ entry }) => columns.flatMap((column) => valueText(column, entry[column.id]) || []).join('，'))
    .join('；');
}

/** Returns what a field of the page shows as one text, with the fields inside it; secret values are masked. */
export function fieldValueText(store: FormStore, field: CompiledField, path: string): string {
  const view = store.view(path);
  if (!view.visible) return '';
  const { kind, columns, maskRule } = field;
  if (kind.nests === undefined) {
    const text = valueText(field, view.value, view.options);
    return maskRule === undefined || text === '' ? text : mask(maskRule, text);
  }
  return entriesOf(store.typedAt(path), path)
    .map(({ prefix }) =>
      columns.flatMap((column) => fieldValueText(store, column, prefix + column.id) || []).join('，'),
    )
    .filter((text) => text !== '')
    .join('；');
}
