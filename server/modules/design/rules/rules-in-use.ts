import type { FindRuleResult } from '#domain/expressions/budget.ts';
import type { FieldRuleCall } from '#domain/forms/library-rules.ts';
import { isRefusal, type Problem, type Refusal } from '#domain/refusals/refusals.ts';
import type { RuleRunner } from './process-rule.ts';

/** Executes the rules of form fields; returns the tip of each that is not satisfied, at its field. */
export async function problemsOfFieldRules(
  runner: RuleRunner,
  calls: readonly FieldRuleCall[],
): Promise<Problem[] | Refusal<'busy'>> {
  const problems: Problem[] = [];
  for (const { field, code, values, message } of calls) {
    const outcome = await runner.run(code, { dataValue: values, compareValue: values });
    if (isRefusal(outcome)) return outcome;
    if (!outcome.result) problems.push({ field, message: message ?? outcome.tipContext });
  }
  return problems;
}

/**
 * Results of the rules that the conditions of a decision read; each rule is executed once, when it is first needed.
 */
export interface RuleResults {
  /** Passed to the evaluation of conditions. */
  find: FindRuleResult;
  /**
   * Decides; if a condition has read a rule that is not executed yet, executes it and decides again. A decision
   * without such a rule is made once and costs nothing more.
   */
  settle<Decision>(decide: () => Decision): Promise<Decision | Refusal<'busy'>>;
}

/** Creates the results; `valuesOf` is called when the first rule is executed. */
export function createRuleResults(
  runner: RuleRunner,
  valuesOf: () => Readonly<Record<string, unknown>>,
): RuleResults {
  /** Undefined for a rule that failed: it decides nothing. */
  const results = new Map<string, boolean | undefined>();
  const unknown = new Set<string>();
  let values: ReturnType<typeof valuesOf> | undefined;
  return {
    find(code) {
      if (!results.has(code)) unknown.add(code);
      return results.get(code);
    },
    async settle(decide) {
      for (;;) {
        unknown.clear();
        const decision = decide();
        if (unknown.size === 0) return decision;
        values ??= valuesOf();
        // The definition names a limited number of rules, so that this ends.
        for (const code of unknown) {
          const outcome = await runner.run(code, { dataValue: values, compareValue: values });
          if (isRefusal(outcome)) return outcome;
          results.set(code, outcome.hasFailed ? undefined : outcome.result);
        }
      }
    },
  };
}
