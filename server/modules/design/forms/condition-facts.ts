import { conditionValues } from '#domain/forms/condition-values.ts';
import { valuesByFieldId } from '#domain/forms/library-rules.ts';
import { evaluateLinkage } from '#domain/forms/linkage.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { authorityAt, type OpenedForm } from './forms-of-order.ts';

/** Values of the forms of an order that conditions and rules of a process read. */

/**
 * Returns the facts for conditions: contents by form code, each decrypted when a condition reads it, without values
 * that linkage hides, and `others`.
 */
export function factsOf(
  forms: readonly OpenedForm[],
  others: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const facts: Record<string, unknown> = {};
  for (const stored of forms) {
    let values: Readonly<Record<string, unknown>> | undefined;
    Object.defineProperty(facts, stored.form.code, {
      // Computed once: a process has many conditions, and each reads its values here.
      get: () => (values ??= conditionValues(stored.form.compiled, stored.content)),
      enumerable: true,
      configurable: true,
    });
  }
  return Object.defineProperties(facts, Object.getOwnPropertyDescriptors(others));
}

/**
 * Returns the values for the rules that conditions read: those of conditions, also of fields that the person does
 * not see.
 */
export const ruleValuesOf = (forms: readonly OpenedForm[]) =>
  valuesByFieldId(
    forms.map(({ form, content }) => ({
      form: form.compiled,
      values: conditionValues(form.compiled, content),
    })),
  );

/**
 * Returns the values for the rule of a button: a field that its node hides is empty, because the tip may reveal it.
 */
export const ruleValuesAt = (forms: readonly OpenedForm[], definition: ProcessDefinition, nodeId: string) =>
  valuesByFieldId(
    forms.map(({ form, content }) => {
      const authority = authorityAt(definition, nodeId, form.code);
      const { fields } = evaluateLinkage(form.compiled, content, { authority });
      return {
        form: form.compiled,
        values: Object.fromEntries(Object.entries(fields).map(([id, { value }]) => [id, value])),
      };
    }),
  );
