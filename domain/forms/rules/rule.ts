import type { LocalDate } from '#domain/calendar/local-date.ts';
import type { Rule } from '../model.ts';
import type { PatternCost } from '../pattern-cost.ts';

export interface RuleContext {
  /** Returns the effective value of another field, in the row first and then in the form. */
  read(fieldId: string): unknown;
  today: LocalDate;
  /** Remaining work limit for the patterns of the whole submission. */
  work?: PatternCost;
}

/** Returns the problem of a value that is not empty; undefined if there is none. */
export type RuleCheck = (value: unknown, context: RuleContext) => string | undefined;

/**
 * A named business rule, compiled once with the form, so that an invalid rule is found when the form is
 * published.
 */
export interface NamedRule<R extends Rule = Rule> {
  compile(rule: R): RuleCheck | { reason: string };
  /** Returns a number that was typed or pasted in the form in which it is checked and stored. */
  readNumber?(text: string): string;
  /** Other fields that the rule reads. */
  reads?(rule: R): readonly string[];
}
