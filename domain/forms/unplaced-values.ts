import type { CompiledField } from './compiled-form.ts';
import type { FormValues } from './model.ts';
import { entriesOf } from './nested-values.ts';

/** A value for which a newer version of the form has no field. */
export interface UnplacedValue {
  /** Title of the field; inside another field with the titles of those around it: `家庭成员 · 姓名`. */
  title: string;
  /** The value as text, rows separated by ；; empty for an encrypted field. */
  text: string;
}

/**
 * Returns the values that were typed into a version of a form and that the fields `now` of a newer one cannot take,
 * as the field was removed, or has another kind that does not accept the value. Empty values are left out.
 */
export function unplacedValues(
  before: readonly CompiledField[],
  now: readonly CompiledField[],
  values: FormValues,
): UnplacedValue[] {
  return before.flatMap((field) => {
    const value = Object.hasOwn(values, field.id) ? values[field.id] : undefined;
    if (value === undefined || value === null || !field.kind.holdsValue) return [];
    const place = now.find(({ id }) => id === field.id);
    if (place !== undefined && field.kind.nests !== undefined && place.kind.nests === field.kind.nests)
      return unplacedInside(field, place, value);
    if (place?.kind.holdsValue && place.kind.normalise(value) !== undefined) return [];
    const text = textOf(field, value);
    return text === '' ? [] : [{ title: field.title, text: isSecret(field) ? '' : text }];
  });
}

/** Returns the values inside a field, those of one column of all rows together. */
function unplacedInside(field: CompiledField, place: CompiledField, value: unknown): UnplacedValue[] {
  const found = entriesOf(value, '').flatMap(({ entry }) =>
    unplacedValues(field.columns, place.columns, entry),
  );
  return [...Map.groupBy(found, ({ title }) => title)].map(([title, unplaced]) => ({
    title: `${field.title} · ${title}`,
    text: unplaced.flatMap(({ text }) => text || []).join('；'),
  }));
}

/** Returns a value as text, with the fields inside it; encrypted ones inside are left out. */
function textOf(field: CompiledField, value: unknown): string {
  const { kind, props, options, columns } = field;
  if (kind.nests === undefined) {
    const normalised = kind.normalise(value);
    return normalised === undefined || kind.isEmpty(normalised)
      ? ''
      : kind.text(normalised, { props, options });
  }
  const entries = entriesOf(value, '').map(({ entry }) =>
    columns.flatMap((column) => {
      const text = isSecret(column) ? '' : textOf(column, entry[column.id]);
      return text === '' ? [] : [`${column.title}：${text}`];
    }),
  );
  return entries.flatMap((texts) => (texts.length > 0 ? texts.join('，') : [])).join('；');
}

function isSecret({ encrypted, maskRule }: CompiledField): boolean {
  return encrypted || maskRule !== undefined;
}
