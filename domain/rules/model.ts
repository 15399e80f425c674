import type { AuditMethod } from '../enumerations/audit-method.ts';
import type { RuleOperator } from '../enumerations/rule-operator.ts';
import type { RuleType } from '../enumerations/rule-type.ts';
import { ValidationKind } from '../enumerations/validation-kind.ts';
import type { OutboundInterface } from '../interfaces/outbound-interface.ts';

/** Type as which the two values of a condition are read (`paramType`; S0 §3 does not name the codes). */
export const ParamType = { number: 'number', date: 'date', text: 'text' } as const;
export type ParamType = (typeof ParamType)[keyof typeof ParamType];

export const paramTypeLabel: Record<ParamType, string> = { number: '数字', date: '日期', text: '文字' };

/** Sources of the value of a parameter. */
export const ParamSource = {
  /** From `dataValue` of the call. */
  data: 'data',
  /** From `compareValue` of the call. */
  compare: 'compare',
  /** Written in the rule itself; the parameters of an element are of this kind. */
  fixed: 'fixed',
  /** From a parameter of an element, in its newest version. */
  element: 'element',
  /** From the answer of the rule's interface. */
  answer: 'answer',
} as const;
export type ParamSource = (typeof ParamSource)[keyof typeof ParamSource];

export const paramSourceLabel: Record<ParamSource, string> = {
  data: '待校验的值',
  compare: '比较值',
  fixed: '固定值',
  element: '要素',
  answer: '接口的应答',
};

export interface RuleParam {
  /** Key of the value in the call. */
  dataKey: string;
  name: string;
  paramType: ParamType;
  source: ParamSource;
  /**
   * The fixed value, or the path of the member in the data of the answer (empty for the data itself); empty for other
   * sources.
   */
  value: string;
  /** The element and its parameter; empty for other sources. */
  elementId: string;
  paramId: string;
}

/** A parameter with the value that the rule used or generated. */
export interface UsedParam {
  dataKey: string;
  name: string;
  paramType: ParamType;
  value: unknown;
}

/** A comparison of a parameter with another one, or with a fixed value. */
export interface ComparedCondition {
  dataKey: string;
  operator: RuleOperator;
  paramType: ParamType;
  /** Key of the other parameter; empty if the condition has a fixed value. */
  compareValueKey: string;
  compareValue: string;
}

/** Values with the result that the author expects for them. */
export interface RuleExample {
  name: string;
  values: Readonly<Record<string, string>>;
  expected: boolean;
}

/** A rule as its author configures it; its parts are named as in S0 §3. */
export interface ConfiguredRule {
  ruleBase: {
    /** Identifies the rule in all its versions. */
    id: string;
    name: string;
    type: RuleType;
    kind: ValidationKind;
    auditMethod: AuditMethod;
    /** Nodes of the two trees of rules; empty for none. */
    groupId: string;
    categoryId: string;
    /** Text for the user if the rule is not satisfied; empty for the standard text. */
    tipContext: string;
  };
  ruleParams: readonly RuleParam[];
  /** `all` if every condition must be met, `any` if one is enough. */
  match: 'all' | 'any';
  ruleConditions: readonly ComparedCondition[];
  script: string;
  /** The interface that is asked; its `field` parameters are keys of parameters of the rule. */
  interface?: OutboundInterface;
  /** Ids of the rules of an orchestration, in their order. */
  steps: readonly string[];
  examples: readonly RuleExample[];
}

/** Text that is shown if a rule without a tip of its own is not satisfied (S0 §8). */
export const standardTip = '规则校验失败';

export const isScriptKind = (kind: ValidationKind) =>
  kind === ValidationKind.jsScript || kind === ValidationKind.backendScript;

/** Checks for a kind that compares values by conditions. */
export const hasConditions = (kind: ValidationKind) =>
  kind === ValidationKind.sharedRule || kind === ValidationKind.interface;

/** Pattern of parameter keys: a name of a JavaScript property without quotes, so that scripts can use it. */
export const dataKeyPattern = /^[A-Za-z][A-Za-z0-9_]{0,59}$/;

/** Returns a rule without content. */
export function newRule(id: string, name: string): ConfiguredRule {
  const ruleBase = { type: 'verification', kind: 'shared-rule', auditMethod: 'smart' } as const;
  return {
    ruleBase: { ...ruleBase, id, name, groupId: '', categoryId: '', tipContext: '' },
    ruleParams: [],
    match: 'all',
    ruleConditions: [],
    script: '',
    steps: [],
    examples: [],
  };
}
