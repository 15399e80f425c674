/**
 * The form model as it is stored and deployed: JSON of a `schema` and a `globalConfig` with the specification's keys (S2 §3).
 * Nothing in it is code: linkage and rules are data that this room evaluates.
 */

import type { FormFrame } from './frame.ts';

export interface FormModel {
  schema: { fields: readonly FieldModel[] };
  globalConfig: GlobalConfig;
}

export interface GlobalConfig {
  code: string;
  title: string;
  /** Columns of the grid on the desk. */
  columns: 1 | 2;
  /** Fields that stay editable where the node only reads (S1 §6). */
  allowEdit: readonly string[];
  /** The page of a third party that draws the form in our place (S1 §2 formType 2). */
  frame?: FormFrame;
}

export interface FieldModel {
  /** ASCII, unique in the form; values, field authority and linkage name the field by it. */
  id: string;
  title: string;
  'x-component': string;
  'x-props'?: FieldProps;
  'x-encryption'?: boolean;
  'x-secret'?: boolean;
  'x-secret-rule'?: string;
  'show-secret'?: boolean;
  required?: boolean;
  /** Of a date also `today`: the day on which it is filled in. */
  default?: unknown;
  options?: readonly Option[];
  rules?: readonly Rule[];
  linkage?: readonly Linkage[];
  help?: string;
  width?: 'half' | 'full';
  /** Columns of an array table. */
  columns?: readonly FieldModel[];
}

export interface FieldProps {
  placeholder?: string;
  /** Visible lines of a textarea. */
  rows?: number;
  /** Decimal places of a number. */
  precision?: number;
  /** Shown after a number. */
  unit?: string;
  /** A select or an organisation field that takes several. */
  multiple?: boolean;
  /** Deepest level of a region: 1 province, 2 city, 3 county, 4 town. */
  level?: number;
  /** Level a region must reach at least. */
  minLevel?: number;
  minRows?: number;
  maxRows?: number;
  maxCount?: number;
  maxSizeMb?: number;
  /** Extensions without the dot. */
  accept?: readonly string[];
}

export interface Option {
  value: string;
  label: string;
}

export const Operator = {
  equals: 'equals',
  notEquals: 'notEquals',
  greater: 'greater',
  less: 'less',
  sizeGreater: 'sizeGreater',
  sizeLess: 'sizeLess',
  rangeContains: 'rangeContains',
  inRange: 'inRange',
  exists: 'exists',
  empty: 'empty',
  regexp: 'regexp',
  includes: 'includes',
  anyOf: 'anyOf',
} as const;
export type Operator = (typeof Operator)[keyof typeof Operator];

export const operatorLabel: Record<Operator, string> = {
  equals: '等于',
  notEquals: '不等于',
  greater: '大于',
  less: '小于',
  sizeGreater: '长度大于',
  sizeLess: '长度小于',
  rangeContains: '范围包含',
  inRange: '在范围内',
  exists: '已填写',
  empty: '为空',
  regexp: '符合格式',
  includes: '包含',
  anyOf: '属于其中之一',
};

export function isOperator(value: unknown): value is Operator {
  return typeof value === 'string' && Object.hasOwn(operatorLabel, value);
}

export interface Comparison {
  field: string;
  is: Operator;
  value?: unknown;
}

export type Condition =
  | Comparison
  | { and: readonly Condition[] }
  | { or: readonly Condition[] }
  | { not: Condition };

/**
 * Effect of a linkage on its field while the condition holds; `show` also means that the field is hidden otherwise.
 */
export type LinkageEffect =
  | 'show'
  | 'hide'
  | 'require'
  | 'disable'
  | { setValue: unknown }
  | { setOptions: readonly Option[] };

/** Returns the options that an effect puts in force, if that is what it does. */
export function optionsOf(effect: LinkageEffect): readonly Option[] | undefined {
  return typeof effect === 'object' && 'setOptions' in effect ? effect.setOptions : undefined;
}

export interface Linkage {
  when: Condition;
  effects: readonly LinkageEffect[];
}

interface RuleBase {
  /** Replaces the rule's own text. */
  message?: string;
}
export interface CertificateRule extends RuleBase {
  rule: 'certificate';
  /** Certificate type code (S2 Enumerations), fixed or read from another field. */
  category?: string;
  categoryField?: string;
}
export interface PhoneRule extends RuleBase {
  rule: 'mobile' | 'landline' | 'phone';
}
export interface BoundRule extends RuleBase {
  rule: 'min' | 'max' | 'minLength' | 'maxLength';
  value: number;
}
export interface PatternRule extends RuleBase {
  rule: 'pattern';
  value: string;
}
export interface DateBoundRule extends RuleBase {
  rule: 'dateFrom' | 'dateTo';
  /** `today` or a day `YYYY-MM-DD`. */
  value?: string;
  /** Another date field whose day is the bound. */
  field?: string;
}
export type Rule = CertificateRule | PhoneRule | BoundRule | PatternRule | DateBoundRule;

export type FormValues = Readonly<Record<string, unknown>>;
