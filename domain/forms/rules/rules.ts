import type { Rule } from '../model.ts';
import { max, maxLength, min, minLength } from './bounds.ts';
import { certificate } from './certificate.ts';
import { dateFrom, dateTo } from './date-bounds.ts';
import { process } from './library-rule.ts';
import { pattern } from './pattern.ts';
import { landline, mobile, phone } from './phone.ts';
import type { NamedRule } from './rule.ts';

export type RuleName = Rule['rule'];

/** Every named rule; a model may use only these. */
export const namedRules: { readonly [Name in RuleName]: NamedRule<Extract<Rule, { rule: Name }>> } = {
  certificate,
  mobile,
  landline,
  phone,
  min,
  max,
  minLength,
  maxLength,
  pattern,
  dateFrom,
  dateTo,
  process,
};

export function isRuleName(value: unknown): value is RuleName {
  return typeof value === 'string' && Object.hasOwn(namedRules, value);
}
