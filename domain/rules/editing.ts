import { ValidationKind } from '../enumerations/validation-kind.ts';
import { ruleLimits } from './limits.ts';
import {
  type ComparedCondition,
  type ConfiguredRule,
  hasConditions,
  isScriptKind,
  ParamSource,
  type RuleParam,
} from './model.ts';

/** Changes of a rule in its editor. */

/** Returns a new parameter, whose key no other parameter has. */
export function newParam({ ruleParams, ruleBase }: ConfiguredRule): RuleParam {
  const keys = new Set(ruleParams.map(({ dataKey }) => dataKey));
  let number = ruleParams.length + 1;
  while (keys.has(`value${number}`)) number += 1;
  const source = ruleBase.kind === ValidationKind.element ? ParamSource.fixed : ParamSource.data;
  const texts = { name: '', value: '', elementId: '', paramId: '' };
  return { ...texts, dataKey: `value${number}`, paramType: 'number', source };
}

/** Returns a new condition, of the first parameter with a fixed value. */
export function newCondition({ ruleParams }: ConfiguredRule): ComparedCondition {
  const [first] = ruleParams;
  const { dataKey, paramType } = first ?? { dataKey: '', paramType: 'number' as const };
  return { dataKey, operator: 'EQ', paramType, compareValueKey: '', compareValue: '' };
}

/**
 * Changes a parameter; conditions and the interface follow its key and its type, and values of another source are
 * removed.
 */
export function withParam(rule: ConfiguredRule, index: number, change: Partial<RuleParam>): ConfiguredRule {
  const before = rule.ruleParams[index];
  if (!before) return rule;
  const changed = { ...before, ...change };
  const hasText = changed.source === ParamSource.fixed || changed.source === ParamSource.answer;
  const isOfElement = changed.source === ParamSource.element;
  const param = {
    ...changed,
    value: hasText && changed.source === before.source ? changed.value : '',
    elementId: isOfElement ? changed.elementId : '',
    paramId: isOfElement ? changed.paramId : '',
  };
  const ruleParams = rule.ruleParams.with(index, param);
  const isShared = rule.ruleParams.filter(({ dataKey }) => dataKey === before.dataKey).length > 1;
  const follow = (key: string) => (key === before.dataKey && !isShared ? param.dataKey : key);
  const ruleConditions = rule.ruleConditions.map((condition) => {
    const dataKey = follow(condition.dataKey);
    const paramType = dataKey === param.dataKey ? param.paramType : condition.paramType;
    return { ...condition, dataKey, paramType, compareValueKey: follow(condition.compareValueKey) };
  });
  const { interface: remote } = rule;
  if (!remote?.requestParams) return { ...rule, ruleParams, ruleConditions };
  const requestParams = remote.requestParams.map((sent) =>
    'field' in sent ? { ...sent, field: follow(sent.field) } : sent,
  );
  return { ...rule, ruleParams, ruleConditions, interface: { ...remote, requestParams } };
}

/** Changes a condition; its type is that of its parameter. */
export function withCondition(
  rule: ConfiguredRule,
  index: number,
  change: Partial<ComparedCondition>,
): ConfiguredRule {
  const before = rule.ruleConditions[index];
  if (!before) return rule;
  const condition = { ...before, ...change };
  const param = rule.ruleParams.find(({ dataKey }) => dataKey === condition.dataKey);
  const paramType = param?.paramType ?? condition.paramType;
  const compareValue = condition.compareValueKey === '' ? condition.compareValue : '';
  return {
    ...rule,
    ruleConditions: rule.ruleConditions.with(index, { ...condition, paramType, compareValue }),
  };
}

/** Returns the rule without the parts that its kind does not have, as it is tried and published. */
export function withoutForeignParts(rule: ConfiguredRule): ConfiguredRule {
  const { kind } = rule.ruleBase;
  const { interface: remote, ...ownParts } = rule;
  return {
    ...ownParts,
    ...(kind === ValidationKind.interface && remote && { interface: remote }),
    ruleConditions: hasConditions(kind) ? rule.ruleConditions : [],
    script: isScriptKind(kind) ? rule.script : '',
    steps: kind === ValidationKind.serviceOrchestration ? rule.steps : [],
    ruleParams: kind === ValidationKind.serviceOrchestration ? [] : rule.ruleParams,
  };
}

export type ListedParam = Pick<RuleParam, 'dataKey' | 'name' | 'paramType'>;

/**
 * Returns the values that a call sends to the rule, those of an orchestration's steps included; the fixed values
 * of an element.
 */
export function listedParams(
  { ruleBase, ruleParams, steps }: ConfiguredRule,
  rules: ReadonlyMap<string, ConfiguredRule>,
  depth = 0,
): ListedParam[] {
  const isElement = ruleBase.kind === ValidationKind.element;
  const own = ruleParams.filter(
    ({ source }) => isElement || source === ParamSource.data || source === ParamSource.compare,
  );
  const ofSteps = (depth < ruleLimits.depth ? steps : []).flatMap((step) => {
    const rule = rules.get(step);
    return rule ? listedParams(rule, rules, depth + 1) : [];
  });
  const params = [...own, ...ofSteps].map(({ dataKey, name, paramType }) => ({ dataKey, name, paramType }));
  return [...new Map(params.map((param) => [param.dataKey, param])).values()];
}

/**
 * Returns rules in an order in which they can be published: each after the elements and steps that it uses. Rules
 * that use each other in a circle come last.
 */
export function inOrderOfUse(rules: readonly ConfiguredRule[]): ConfiguredRule[] {
  const waiting = new Map(rules.map((rule) => [rule.ruleBase.id, rule]));
  const ordered: ConfiguredRule[] = [];
  for (let before = -1; before !== ordered.length; ) {
    before = ordered.length;
    for (const rule of [...waiting.values()]) {
      const used = [...rule.steps, ...rule.ruleParams.map(({ elementId }) => elementId)];
      if (used.some((id) => waiting.has(id))) continue;
      waiting.delete(rule.ruleBase.id);
      ordered.push(rule);
    }
  }
  return [...ordered, ...waiting.values()];
}
