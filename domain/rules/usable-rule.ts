import { ValidationKind } from '../enumerations/validation-kind.ts';
import type { Problem } from '../refusals/refusals.ts';
import { type ListedParam, listedParams } from './editing.ts';
import type { ConfiguredRule } from './model.ts';

/** A published rule as the authors of forms and processes see it. */
export interface UsableRule {
  code: string;
  name: string;
  /** The values that a call sends to the rule, those of an orchestration's steps included. */
  params: readonly ListedParam[];
}

/** Returns the rules that forms, buttons and conditions may use; an element only provides values. */
export function usableRules(rules: readonly ConfiguredRule[]): Map<string, UsableRule> {
  const rulesById = new Map(rules.map((rule) => [rule.ruleBase.id, rule]));
  return new Map(
    rules.flatMap((rule): [string, UsableRule][] => {
      const { id: code, name, kind } = rule.ruleBase;
      if (kind === ValidationKind.element) return [];
      return [[code, { code, name, params: listedParams(rule, rulesById) }]];
    }),
  );
}

/** A use of a rule by a field of a form, with the keys of the parameters that the field sends. */
export interface RuleUseOfField {
  /** Id of the field. */
  field: string;
  code: string;
  keys: readonly string[];
}

/** Returns the problems of the uses of a form: an unknown rule, and parameters that it lacks or does not have. */
export function problemsOfRuleUses(
  uses: readonly RuleUseOfField[],
  rules: ReadonlyMap<string, UsableRule>,
): Problem[] {
  return uses.flatMap(({ field, code, keys }) => {
    const rule = rules.get(code);
    if (!rule) return [{ field, message: `规则“${code}”尚未发布` }];
    const missing = rule.params.filter(({ dataKey }) => !keys.includes(dataKey));
    const unknown = keys.filter((key) => !rule.params.some(({ dataKey }) => dataKey === key));
    return [
      ...missing.map(({ name, dataKey }) => `规则“${rule.name}”的参数“${name}”（${dataKey}）没有对应的字段`),
      ...unknown.map((key) => `规则“${rule.name}”没有参数“${key}”`),
    ].map((message) => ({ field, message }));
  });
}
