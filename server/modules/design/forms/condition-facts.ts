import { conditionValues } from '#domain/forms/condition-values.ts';
import type { OpenedForm } from './forms-of-order.ts';

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
