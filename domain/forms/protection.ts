import type { Problem } from '../refusals/refusals.ts';
import { compileForm } from './compile.ts';
import { innerFields, innerPrefix, withInnerFields } from './inner-fields.ts';
import { findKind } from './kinds/kinds.ts';
import type { FieldModel, FormModel } from './model.ts';

/**
 * Returns a published version with the protection of a later one: fields that the later version encrypts or
 * masks are encrypted and masked in the earlier one too. Versions never change, but orders use theirs for
 * years, and a phone number that an editor forgot to mark is just as secret there.
 */
export function withProtectionOf(model: FormModel, later: FormModel): FormModel {
  const protectedModel = protect(model, later, true);
  // Linkage must not read a masked field; if the earlier version does that, its fields are encrypted only.
  return Array.isArray(compileForm(protectedModel)) ? protect(model, later, false) : protectedModel;
}

function protect(model: FormModel, later: FormModel, addsMasks: boolean): FormModel {
  const fields = protectFields(model.schema.fields, later.schema.fields, addsMasks);
  return { ...model, schema: { ...model.schema, fields } };
}

function protectFields(
  fields: readonly FieldModel[],
  later: readonly FieldModel[],
  addsMasks: boolean,
): FieldModel[] {
  return fields.map((field) => {
    const laterField = later.find(({ id }) => id === field.id);
    if (laterField === undefined) return field;
    const inner = protectFields(innerFields(field), innerFields(laterField), addsMasks);
    return {
      ...withInnerFields(field, inner),
      ...(laterField['x-encryption'] && { 'x-encryption': true }),
      ...(addsMasks && laterField['x-secret'] && !field['x-secret'] ? maskOf(laterField) : {}),
    };
  });
}

function maskOf(field: FieldModel): Partial<FieldModel> {
  const { 'x-secret': secret, 'x-secret-rule': rule, 'show-secret': shown } = field;
  return { 'x-secret': secret, 'x-secret-rule': rule, 'show-secret': shown };
}

/**
 * Returns a problem for each protection that a new version would remove from an existing field: protection
 * can only be added (decision 0064).
 */
export function removedProtections(before: FormModel, after: FormModel): Problem[] {
  return removedProtectionsIn(before.schema.fields, after.schema.fields, '');
}

function removedProtectionsIn(
  before: readonly FieldModel[],
  after: readonly FieldModel[],
  prefix: string,
): Problem[] {
  return before.flatMap((old) => {
    const next = after.find(({ id }) => id === old.id);
    if (next === undefined) return [];
    const field = `${prefix}${old.id}`;
    const isMasked = (fieldModel: FieldModel) =>
      (fieldModel['x-secret'] === true && fieldModel['show-secret'] !== true) ||
      findKind(fieldModel['x-component'])?.secretParts !== undefined;
    return [
      ...passwordProblems(field, old, next),
      ...(old['x-encryption'] && !next['x-encryption']
        ? [{ field, message: `字段“${old.title}”已加密存储，不能取消加密` }]
        : []),
      ...(isMasked(old) && !isMasked(next)
        ? [{ field, message: `字段“${old.title}”已脱敏显示，不能取消脱敏` }]
        : []),
      ...removedProtectionsIn(innerFields(old), innerFields(next), innerPrefix(old, field)),
    ];
  });
}

/** Refuses to make a password readable, and to call values a password that readers of orders have seen. */
function passwordProblems(
  field: string,
  { title, 'x-component': before }: FieldModel,
  { 'x-component': after }: FieldModel,
): Problem[] {
  if ((before === 'password') === (after === 'password')) return [];
  const message =
    before === 'password'
      ? `字段“${title}”是密码，不能改为其他类型`
      : `字段“${title}”不是密码，不能改为密码，请另设字段`;
  return [{ field, message }];
}
