import { compileForm } from './compile.ts';
import type { FieldModel, FormModel } from './model.ts';

/**
 * A published version with the protection of a later one: what the later version seals at rest or masks for readers is
 * sealed and masked in the earlier, too. Versions never change, but orders run on theirs for years, and a telephone that
 * somebody forgot to mark is no less a secret in them.
 */
export function withProtectionOf(model: FormModel, later: FormModel): FormModel {
  const both = protect(model, later, true);
  // A mask may not be read by linkage; an earlier version whose linkage does so is sealed only.
  return Array.isArray(compileForm(both)) ? protect(model, later, false) : both;
}

function protect(model: FormModel, later: FormModel, masks: boolean): FormModel {
  const fields = protectFields(model.schema.fields, later.schema.fields, masks);
  return { ...model, schema: { ...model.schema, fields } };
}

function protectFields(
  fields: readonly FieldModel[],
  later: readonly FieldModel[],
  masks: boolean,
): FieldModel[] {
  return fields.map((field) => {
    const protecting = later.find(({ id }) => id === field.id);
    if (protecting === undefined) return field;
    return {
      ...field,
      ...(protecting['x-encryption'] && { 'x-encryption': true }),
      ...(masks && protecting['x-secret'] && !field['x-secret'] ? maskOf(protecting) : {}),
      ...(field.columns && { columns: protectFields(field.columns, protecting.columns ?? [], masks) }),
    };
  });
}

function maskOf(field: FieldModel): Partial<FieldModel> {
  const { 'x-secret': secret, 'x-secret-rule': rule, 'show-secret': shown } = field;
  return { 'x-secret': secret, 'x-secret-rule': rule, 'show-secret': shown };
}
