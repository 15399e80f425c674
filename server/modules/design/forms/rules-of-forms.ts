import { conditionValues } from '#domain/forms/condition-values.ts';
import { valuesByFieldId } from '#domain/forms/library-rules.ts';
import { evaluateLinkage } from '#domain/forms/linkage.ts';
import type { FormModel } from '#domain/forms/model.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { problemsOfRuleUses } from '#domain/rules/usable-rule.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { findUsableRules } from '#server/modules/design/rules/service.ts';
import { authorityAt, type OpenedForm } from './forms-of-order.ts';

/** Returns the values for the rules that conditions read: those of conditions, also of fields that the person does not see. */
export const ruleValuesOf = (forms: readonly OpenedForm[]) =>
  valuesByFieldId(
    forms.map(({ form, content }) => ({
      form: form.compiled,
      values: conditionValues(form.compiled, content),
    })),
  );

/** Returns the values for the rule of a button: a field that its node hides is empty, because the tip may reveal it. */
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

/**
 * Returns the problems of the rules of the library that a form to be published names; `lock` keeps the rules as they
 * are until the form is published.
 */
export async function problemsOfRulesInForm(
  db: Db,
  { schema }: FormModel,
  lock: () => Promise<void> = async () => undefined,
): Promise<Problem[]> {
  const uses = schema.fields.flatMap(({ id: field, rules = [] }) =>
    rules.flatMap((rule) =>
      rule.rule === 'process' ? [{ field, code: rule.code, keys: Object.keys(rule.fields) }] : [],
    ),
  );
  if (uses.length === 0) return [];
  await lock();
  return problemsOfRuleUses(uses, await findUsableRules(db));
}
