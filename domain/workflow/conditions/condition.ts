/** Conditions of sequence flows: checked before publishing, evaluated when an order reaches the gateway. */

import { Budget, type FindRuleResult, StepLimitError, UndecidedRuleError } from '../../expressions/budget.ts';
import { evaluate } from '../../expressions/evaluate.ts';
import { type Kinds, kindsOf, mayBeNonBoolean } from '../../expressions/kinds.ts';
import { readExpression, type UnreadableExpression } from '../../expressions/read.ts';
import type { Expression } from '../../expressions/tree.ts';

/** An evaluation of conditions that may read results of rules. */
export type ConditionEvaluator = (
  source: string,
  facts: Readonly<Record<string, unknown>>,
  spend?: (steps: number) => void,
  findRuleResult?: FindRuleResult,
) => boolean | 'faulty';

/** Largest number of parsed conditions in the cache. */
const maxParsedConditions = 1000;

/**
 * Returns the evaluation of conditions for the workflow core. Null counts as false, because an empty form
 * field is null; a condition that cannot be parsed, uses an unknown name, takes too many steps, reads a rule without
 * a result or does not yield a boolean is `faulty`. The results of the rules of the library come from outside,
 * because the core executes none.
 */
export function createConditionEvaluator(): ConditionEvaluator {
  const parsedConditions = new Map<string, Expression | UnreadableExpression>();
  return (source, facts, spend, findRuleResult) => {
    const names = Object.keys(facts);
    const key = [source, ...names.sort()].join('\n');
    const condition = parsedConditions.get(key) ?? readExpression(source, names, { hasRules: true });
    if (parsedConditions.size >= maxParsedConditions) parsedConditions.clear();
    parsedConditions.set(key, condition);
    return 'reason' in condition
      ? 'faulty'
      : evaluateWithin(condition, facts, new Budget(spend, findRuleResult));
  };
}

function evaluateWithin(
  condition: Expression,
  facts: Readonly<Record<string, unknown>>,
  budget: Budget,
): boolean | 'faulty' {
  try {
    const value = evaluate(condition, facts, { budget });
    if (value === null) return false;
    return typeof value === 'boolean' ? value : 'faulty';
  } catch (error) {
    if (error instanceof StepLimitError || error instanceof UndecidedRuleError) return 'faulty';
    throw error;
  }
}

/**
 * Checks a condition before any order uses it: returns its problem as Chinese text, or null if there is none.
 * A condition must always yield true, false or null. `names` are the forms and variables that it may use,
 * with their possible kinds.
 */
export function checkCondition(source: string, names: ReadonlyMap<string, Kinds>): string | null {
  const condition = readExpression(source, [...names.keys()], { hasRules: true });
  if ('reason' in condition) return condition.reason;
  return mayBeNonBoolean(kindsOf(condition, names))
    ? '不一定得出“是”或“否”，请写成比较，如 = true、= "…"'
    : null;
}

/**
 * Checks whether a condition may be null, because a field that it uses was left empty: then its `not(…)` is
 * null too.
 */
export function mayBeNull(source: string, names: ReadonlyMap<string, Kinds>): boolean {
  const condition = readExpression(source, [...names.keys()], { hasRules: true });
  return 'reason' in condition || kindsOf(condition, names).has('null');
}

/** Returns the ids of the rules that a condition reads. */
export const rulesOfCondition = (source: string): string[] =>
  [...source.matchAll(/(?<![\p{L}\p{N}_$])rule\s*\(\s*"([a-z][a-z0-9-]*)"\s*\)/gu)].map(
    ([, code = '']) => code,
  );
