/**
 * The form model as it is stored and deployed: JSON of a `schema` and a `globalConfig` with the
 * specification's keys (S2 §3). It contains no code: linkage and rules are data that `domain/forms`
 * evaluates.
 */

import type { ApplicantTerm } from '../applicants/applicant-term.ts';
import type { ApplicantValue } from './applicant-values.ts';
import type { FormFrame } from './frame.ts';
import type { AnyInterface } from './interface-model.ts';

export interface FormModel {
  schema: { fields: readonly FieldModel[] };
  globalConfig: GlobalConfig;
}

export interface GlobalConfig {
  code: string;
  title: string;
  /** Columns of the grid on wide screens. */
  columns: 1 | 2;
  /** Fields that stay editable at nodes that only read the form (S1 §6). */
  allowEdit: readonly string[];
  /** Page of a third party that displays the form instead of the portal (S1 §2 formType 2). */
  frame?: FormFrame;
  /** Remote interfaces that fields use; a browser gets them without their targets (docs/decisions/0228). */
  interfaces?: readonly AnyInterface[];
}

export interface FieldModel {
  /** ASCII, unique in the form; values, field authority and linkage refer to the field by it. */
  id: string;
  title: string;
  'x-component': string;
  'x-props'?: FieldProps;
  'x-encryption'?: boolean;
  'x-secret'?: boolean;
  'x-secret-rule'?: string;
  'show-secret'?: boolean;
  /** The applicant's value that 与申请人一致 writes into the field when an order is started. */
  'x-applicant'?: ApplicantValue;
  /** Code of the shared element (S2 §3) whose fixed file the field shows as its sample (docs/decisions/0231). */
  'x-element-code'?: string;
  required?: boolean;
  /** Default value; for a date also `today`, the day on which it is filled in. */
  default?: unknown;
  /** Expression that computes the value from other fields (docs/decisions/0229). */
  computed?: string;
  /** When the computed value counts; always by default. */
  computedRule?: ComputedRule;
  options?: readonly Option[];
  rules?: readonly Rule[];
  linkage?: readonly Linkage[];
  help?: string;
  width?: 'half' | 'full';
  /** The interface that lists the options of a choice. */
  optionsInterface?: string;
  /** The interface that gives the value of a field that nobody has filled in. */
  defaultValueInterface?: string;
  /** The interface that lists texts while one is typed. */
  autoCompleteInterface?: string;
  /** The interface whose answer fills other fields; asked by a button, or when its parameters change. */
  queryInterface?: string;
  queryOnChange?: boolean;
  /** Columns of an array table. */
  columns?: readonly FieldModel[];
  /** Fields inside a list, an object or a sub-form. */
  fields?: readonly FieldModel[];
}

/** The member of a field that names its shared element. */
export const sharedElementKey = 'x-element-code' satisfies keyof FieldModel;

export interface FieldProps {
  placeholder?: string;
  /** Visible lines of a textarea. */
  rows?: number;
  /** Decimal places of a number. */
  precision?: number;
  /** Ends of a slider, and the distance of its values. */
  min?: number;
  max?: number;
  step?: number;
  /** Number of stars of a rating. */
  stars?: number;
  /** Unit after a number. */
  unit?: string;
  /** True if the table shows the sum of this column of numbers. */
  sum?: boolean;
  /** True if a select or organisation field takes several values. */
  multiple?: boolean;
  /** Deepest level of a region: 1 province, 2 city, 3 county, 4 town. */
  level?: number;
  /** Level that a region must at least have. */
  minLevel?: number;
  minRows?: number;
  maxRows?: number;
  maxCount?: number;
  maxSizeMb?: number;
  /** Which of the two rich-text editors of S2 §2 a rich text has; the first by default. */
  editor?: 'formatted' | 'plain';
  /** Height of a rich-text editor in pixels. */
  height?: number;
  /** The word for the person of an applicant: 申请人, or 信访人 who may give a landline. */
  applicantWord?: ApplicantTerm;
  /** File extensions without the dot. */
  accept?: readonly string[];
}

/** When a field takes its computed value: always, so that nobody types it, or until a person types another. */
export type ComputedRule = 'always' | 'untilChanged';

export const computedRuleLabel: Readonly<Record<ComputedRule, string>> = {
  always: '始终自动计算，不能填写',
  untilChanged: '自动填入，可以改为其他值',
};

export function isComputedRule(value: unknown): value is ComputedRule {
  return typeof value === 'string' && Object.hasOwn(computedRuleLabel, value);
}

export interface Option {
  value: string;
  label: string;
  /** The options below this one, for a kind whose options are a tree. */
  children?: readonly Option[];
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

/** Effect of a linkage on its field while the condition holds; with `show` the field is hidden otherwise. */
export type LinkageEffect =
  | 'show'
  | 'hide'
  | 'require'
  | 'disable'
  | { setValue: unknown }
  | { setOptions: readonly Option[] };

/** Returns the options that an effect sets; undefined for other effects. */
export function optionsOf(effect: LinkageEffect): readonly Option[] | undefined {
  return typeof effect === 'object' && 'setOptions' in effect ? effect.setOptions : undefined;
}

export interface Linkage {
  when: Condition;
  effects: readonly LinkageEffect[];
}

interface RuleBase {
  /** Replaces the rule's own message. */
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
  /** Another date field whose value is the bound. */
  field?: string;
}
/** A published rule of the office's library, which the server executes (docs/decisions/0219). */
export interface LibraryRule extends RuleBase {
  rule: 'process';
  /** Id of the rule; its newest version counts. */
  code: string;
  /** Fields whose values the rule gets, by the keys of its parameters. */
  fields: Readonly<Record<string, string>>;
}
export type Rule = CertificateRule | PhoneRule | BoundRule | PatternRule | DateBoundRule | LibraryRule;

export type FormValues = Readonly<Record<string, unknown>>;
