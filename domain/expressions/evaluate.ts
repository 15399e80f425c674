/** Evaluates the tree of an expression by the rules of FEEL, within a budget of steps. */

import { MissingCase } from '../missing-case.ts';
import { patternLimits } from '../patterns/limits.ts';
import { type Budget, StepLimitError } from './budget.ts';
import { Decimal, isWide, negate } from './decimal.ts';
import type { Evaluation } from './evaluation.ts';
import { feelFunctions } from './functions.ts';
import { expressionLimits } from './limits.ts';
import type { Expression, Test } from './tree.ts';
import { calculate, compare, contains, equals, fieldOf, isList, type Value } from './values.ts';

type Scope = Readonly<Record<string, unknown>>;

/**
 * Evaluates an expression with the names of its scope. Throws `StepLimitError` if it needs more steps than its budget
 * has.
 */
export function evaluate(expression: Expression, scope: Scope, evaluation: Evaluation): Value {
  const { budget } = evaluation;
  budget.spend();
  const evaluatePart = (part: Expression) => {
    const value = evaluate(part, scope, evaluation);
    if (isWide(value)) budget.spend(expressionLimits.stepsOfWideNumber);
    return value;
  };
  switch (expression.kind) {
    case 'value':
      return expression.value;
    case 'name':
      return fieldOf(scope, expression.name, budget);
    case 'path': {
      const value = fieldOf(evaluatePart(expression.operand), expression.field, budget);
      return evaluation.skipsBlanks ? inOneList(value, budget) : value;
    }
    case 'list':
      return expression.items.map(evaluatePart);
    case 'and':
    case 'or':
      return firstDecisive(
        expression.parts.map((part) => () => evaluatePart(part)),
        expression.kind === 'or',
      );
    case 'compare':
      return compare(
        expression.operator,
        evaluatePart(expression.left),
        evaluatePart(expression.right),
        budget,
      );
    case 'arithmetic':
      return calculate(
        expression.operator,
        evaluatePart(expression.left),
        evaluatePart(expression.right),
        budget,
      );
    case 'negative': {
      const value = evaluatePart(expression.operand);
      return value instanceof Decimal ? negate(value) : null;
    }
    case 'in': {
      const value = evaluatePart(expression.value);
      return firstDecisive(
        expression.tests.map((test) => () => satisfiesTest(value, test, evaluatePart, budget)),
        true,
      );
    }
    case 'if':
      return evaluatePart(expression.condition) === true
        ? evaluatePart(expression.then)
        : evaluatePart(expression.otherwise);
    case 'some':
    case 'every': {
      const list = evaluatePart(expression.list);
      if (!isList(list)) return null;
      const { name, satisfies, kind } = expression;
      // One scope for all entries, because there may be many outer names.
      const inner: Record<string, unknown> = { ...scope };
      budget.spend(Object.keys(inner).length / expressionLimits.namesPerStep);
      const holds = (item: unknown) => {
        inner[name] = item;
        return evaluate(satisfies, inner, evaluation) === true;
      };
      return kind === 'some' ? list.some(holds) : list.every(holds);
    }
    case 'matches': {
      const text = evaluatePart(expression.text);
      if (typeof text !== 'string') return null;
      // A pattern does not read a longer text, and no branch may be taken because of that.
      if (text.length > patternLimits.text) throw new StepLimitError();
      return expression.pattern.test(text, budget.spendOnStates);
    }
    case 'rule':
      return budget.ruleResult(expression.code);
    case 'call':
      return feelFunctions[expression.name].call(expression.args.map(evaluatePart), evaluation);
    default:
      throw new MissingCase(expression satisfies never);
  }
}

/** Returns a list of lists as one: in forms, the rows inside all rows of a list count together. */
function inOneList(value: Value, budget: Budget): Value {
  if (!isList(value) || !value.some(Array.isArray)) return value;
  const all = value.flat();
  budget.spend(all.length);
  return all;
}

/**
 * Returns the value of the first part that is `decisive`; else null if any part was no boolean, else the
 * other value.
 */
function firstDecisive(parts: readonly (() => Value)[], decisive: boolean): boolean | null {
  let isUndecided = false;
  for (const part of parts) {
    const value = part();
    if (value === decisive) return decisive;
    if (typeof value !== 'boolean') isUndecided = true;
  }
  return isUndecided ? null : !decisive;
}

function satisfiesTest(
  value: Value,
  test: Test,
  evaluatePart: (part: Expression) => Value,
  budget: Budget,
): Value {
  switch (test.kind) {
    case 'bound':
      return compare(test.operator, value, evaluatePart(test.limit), budget);
    case 'range': {
      const above = compare(test.includesFrom ? '>=' : '>', value, evaluatePart(test.from), budget);
      const below = compare(test.includesTo ? '<=' : '<', value, evaluatePart(test.to), budget);
      return firstDecisive([() => above, () => below], false);
    }
    case 'among': {
      const other = evaluatePart(test.container);
      if (isList(other) && !isList(value)) return contains(other, value, budget);
      return isList(other) && contains(other, value, budget) ? true : equals(value, other, budget);
    }
    default:
      throw new MissingCase(test satisfies never);
  }
}
