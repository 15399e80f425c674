import type { CompiledField } from '#domain/forms/compiled-form.ts';

/** The number that a rule of the field carries, where it has that rule. */
export function boundOfRule(field: CompiledField, name: 'min' | 'max' | 'maxLength'): number | undefined {
  for (const { rule } of field.rules) if (rule.rule === name) return rule.value;
  return undefined;
}
