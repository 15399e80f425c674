import type { Problem } from '../refusals/refusals.ts';
import { codePattern } from '../texts/code-pattern.ts';
import { formUploadRule } from '../uploads/limits.ts';
import type { UploadRule } from '../uploads/upload-rule.ts';
import { fieldsWithPaths, innerFields } from './inner-fields.ts';
import { type FieldModel, type FormModel, sharedElementKey } from './model.ts';

/**
 * Shared elements (共享要素): codes that fields carry, each with one fixed file such as a sample form (S2 §3, see
 * docs/decisions/0231).
 */

/** Limits of shared elements; lengths in characters. */
export const sharedElementLimits = { elements: 500, name: 100, remark: 500 } as const;

/** Rule for the file of a shared element: that of an upload field without a rule of its own (S2 §5). */
export const sharedElementFileRule: UploadRule = { ...formUploadRule, maxCount: 1 };

export function isSharedElementCode(value: unknown): value is string {
  return typeof value === 'string' && codePattern.test(value);
}

/** Returns the codes that fields carry, also columns and fields inside others. */
export function sharedElementCodesOf(fields: readonly FieldModel[]): Set<string> {
  return new Set(fieldsWithPaths(fields).flatMap(({ field }) => field[sharedElementKey] ?? []));
}

/** Returns a problem at each field whose code no shared element has. */
export function problemsOfSharedElements(
  fields: readonly FieldModel[],
  known: { has(code: string): boolean },
): Problem[] {
  return fieldsWithPaths(fields).flatMap(({ path, field }) => {
    const code = field[sharedElementKey];
    if (code === undefined || known.has(code)) return [];
    return [{ field: path, message: `没有编码为“${code}”的共享要素` }];
  });
}

/** A field that carries the code of a shared element. */
export interface SharedElementUse {
  /** Code of the form. */
  code: string;
  /** Name of the place, such as `表单“占道经营申请表”的字段“物品”中的“单价”`. */
  text: string;
}

/** Returns the fields that carry each code; the same field in several versions of a form counts once. */
export function usesOfSharedElements(
  models: readonly FormModel[],
): ReadonlyMap<string, readonly SharedElementUse[]> {
  const uses = new Map<string, Map<string, SharedElementUse>>();
  const visit = (form: FormModel['globalConfig'], fields: readonly FieldModel[], around: string) => {
    for (const field of fields) {
      const place = around === '' ? `的字段“${field.title}”` : `${around}中的“${field.title}”`;
      const element = field[sharedElementKey];
      if (element !== undefined) {
        const text = `表单“${form.title}”${place}`;
        const places = uses.get(element) ?? new Map<string, SharedElementUse>();
        uses.set(element, places.set(text, { code: form.code, text }));
      }
      visit(form, innerFields(field), place);
    }
  };
  for (const { globalConfig, schema } of models) visit(globalConfig, schema.fields, '');
  return new Map([...uses].map(([element, places]) => [element, [...places.values()]]));
}
