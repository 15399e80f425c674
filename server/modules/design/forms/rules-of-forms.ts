import type { FormModel } from '#domain/forms/model.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { problemsOfRuleUses } from '#domain/rules/usable-rule.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { findUsableRules } from '#server/modules/design/rules/service.ts';

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
