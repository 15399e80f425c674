import { rules } from '#contract/rules.ts';
import { call } from '#web/api/call.ts';

/** Executes a rule with values of a form (S0 §7); returns its tip, or null if it is satisfied. */
export async function executeRule(
  ruleId: string,
  values: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  const { result, tipContext } = await call(rules.process, {
    body: { ruleId, dataValue: values, compareValue: values },
  });
  return result ? null : tipContext;
}
