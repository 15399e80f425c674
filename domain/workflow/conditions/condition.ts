/** Conditions of sequence flows: checked before publishing, evaluated when an order reaches the gateway. */

import { Budget, StepLimitError } from '../../expressions/budget.ts';
import { evaluate } from '../../expressions/evaluate.ts';
import { type Kinds, kindsOf, mayBeNonBoolean } from '../../expressions/kinds.ts';
import { readExpression, type UnreadableExpression } from '../../expressions/read.ts';
import type { Expression } from '../../expressions/tree.ts';
import type { DecisionContext } from '../model/model.ts';

/** Largest number of parsed conditions in the cache. */
const maxParsedConditions = 1000;

/**
 * Returns the evaluation of conditions for the workflow core. Null counts as false, because an empty form
 * field is null; a condition that cannot be parsed, uses an unknown name, takes too many steps or does not
 * yield a boolean is `faulty`.
 */
export function createConditionEvaluator(): DecisionContext['evaluateCondition'] {
  const parsedConditions = new Map<string, Expression | UnreadableExpression>();
  return (source, facts, spend) => {
    const names = Object.keys(facts);
    const key = [source, ...names.sort()].join('\n');
    const condition = parsedConditions.get(key) ?? readExpression(source, names);
    if (parsedConditions.size >= maxParsedConditions) parsedConditions.clear();
    parsedConditions.set(key, condition);
    return 'reason' in condition ? 'faulty' : evaluateWithin(condition, facts, new Budget(spend));
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
    if (error instanceof StepLimitError) return 'faulty';
    throw error;
  }
}

/**
 * Checks a condition before any order uses it: returns its problem as Chinese text, or null if there is none.
 * A condition must always yield true, false or null. `names` are the forms and variables that it may use,
 * with their possible kinds.
 */
export function checkCondition(source: string, names: ReadonlyMap<string, Kinds>): string | null {
  const condition = readExpression(source, [...names.keys()]);
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
  const condition = readExpression(source, [...names.keys()]);
  return 'reason' in condition || kindsOf(condition, names).has('null');
}
