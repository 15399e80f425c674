import { findKind } from './kinds/kinds.ts';
import type { FieldModel } from './model.ts';

/** Returns the fields inside a field: the columns of a table, the fields of a list, an object or a sub-form. */
export function innerFields({
  columns,
  fields,
}: Pick<FieldModel, 'columns' | 'fields'>): readonly FieldModel[] {
  return columns ?? fields ?? [];
}

/** Returns the field with other fields inside; a field without any stays as it is. */
export function withInnerFields(field: FieldModel, inner: readonly FieldModel[]): FieldModel {
  if (field.columns !== undefined) return { ...field, columns: inner };
  return field.fields === undefined ? field : { ...field, fields: inner };
}

/** Returns the beginning of the paths of the fields inside a field: `involved[].`, `address.`. */
export function innerPrefix({ 'x-component': kind }: Pick<FieldModel, 'x-component'>, path: string): string {
  return findKind(kind)?.nests === 'group' ? `${path}.` : `${path}[].`;
}

/** Returns all fields with those inside them, each with its path, each before its own. */
export function fieldsWithPaths(
  fields: readonly FieldModel[],
  prefix = '',
): { path: string; field: FieldModel }[] {
  return fields.flatMap((field) => {
    const path = prefix + field.id;
    return [{ path, field }, ...fieldsWithPaths(innerFields(field), innerPrefix(field, path))];
  });
}
