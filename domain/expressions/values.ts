/** Values by the rules of FEEL: null stands for every result that FEEL does not define. */
import { MissingCase } from '../missing-case.ts';
import type { Budget } from './budget.ts';
import { add, compareDecimals, Decimal, decimalOf, divide, multiply, subtract } from './decimal.ts';

export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';
export type Arithmetic = '+' | '-' | '*' | '/';

export type Value =
  | null
  | boolean
  | Decimal
  | string
  | readonly unknown[]
  | { readonly [field: string]: unknown };

/** Returns the value of a fact: numbers as decimals, and null for a field that the form left out. */
export function asValue(fact: unknown): Value {
  if (fact === null || fact === undefined) return null;
  if (typeof fact === 'number') return decimalOf(fact) ?? null;
  return ['boolean', 'string', 'object'].includes(typeof fact) ? (fact as Value) : null;
}

export function isList(value: Value): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Returns a field of a form or a row; for a list, the field of all its rows. */
export function fieldOf(value: Value, field: string, budget: Budget): Value {
  if (isList(value)) {
    budget.spend(value.length);
    return value.map((item) => fieldOf(asValue(item), field, budget));
  }
  if (typeof value !== 'object' || value === null || value instanceof Decimal) return null;
  return Object.hasOwn(value, field) ? asValue((value as Readonly<Record<string, unknown>>)[field]) : null;
}

export function compare(
  operator: ComparisonOperator,
  left: Value,
  right: Value,
  budget: Budget,
): boolean | null {
  if (operator === '=') return equals(left, right, budget);
  if (operator === '!=') {
    const same = equals(left, right, budget);
    return same === null ? null : !same;
  }
  if (left instanceof Decimal && right instanceof Decimal)
    return matchesOrder(operator, compareDecimals(left, right));
  if (typeof left !== 'string' || typeof right !== 'string') return null;
  budget.spendOnCharacters(Math.min(left.length, right.length));
  return matchesOrder(operator, left < right ? -1 : left > right ? 1 : 0);
}

function matchesOrder(operator: Exclude<ComparisonOperator, '=' | '!='>, difference: number): boolean {
  switch (operator) {
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
    case '>':
      return difference > 0;
    case '>=':
      return difference >= 0;
    default:
      throw new MissingCase(operator satisfies never);
  }
}

/** Compares two values: those of different kinds cannot be compared; null equals only null. */
export function equals(left: Value, right: Value, budget: Budget): boolean | null {
  budget.spend();
  if (left === null || right === null) return left === right;
  if (isList(left) && isList(right)) {
    return left.length === right.length && left.every((item, index) => same(item, right[index], budget));
  }
  if (left instanceof Decimal || right instanceof Decimal)
    return left instanceof Decimal && right instanceof Decimal ? compareDecimals(left, right) === 0 : null;
  if (isList(left) || isList(right) || typeof left !== typeof right) return null;
  if (typeof left === 'string' && typeof right === 'string') {
    if (left.length === right.length) budget.spendOnCharacters(left.length);
    return left === right;
  }
  if (typeof left !== 'object' || typeof right !== 'object') return left === right;
  const fields = Object.keys(left);
  return (
    fields.length === Object.keys(right).length &&
    fields.every((field) => same((left as Fields)[field], (right as Fields)[field], budget))
  );
}

type Fields = Readonly<Record<string, unknown>>;

function same(left: unknown, right: unknown, budget: Budget): boolean {
  return equals(asValue(left), asValue(right), budget) === true;
}

/** Checks whether a list contains the value. */
export function contains(list: readonly unknown[], value: Value, budget: Budget): boolean {
  return list.some((item) => same(item, value, budget));
}

export function calculate(operator: Arithmetic, left: Value, right: Value, budget: Budget): Value {
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') {
    budget.spendOnCharacters(left.length + right.length);
    return left + right;
  }
  if (!(left instanceof Decimal) || !(right instanceof Decimal)) return null;
  return arithmetic[operator](left, right);
}

const arithmetic: Record<Arithmetic, (left: Decimal, right: Decimal) => Decimal | null> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
};
