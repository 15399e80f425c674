import { isLocalDate } from '../calendar/local-date.ts';
import { RuleOperator } from '../enumerations/rule-operator.ts';
import { MissingCase } from '../missing-case.ts';
import { compareDecimals, type Decimal, readDecimal } from '../texts/decimal.ts';
import { ruleLimits } from './limits.ts';
import { ParamType } from './model.ts';

/** A value that was read as its type. */
export type TypedValue = ({ type: 'number' } & Decimal) | { type: 'day' | 'time' | 'text'; text: string };

/** A value that is read; empty if there is none, unlike if it is of another type. */
export type ReadValue = { typed: TypedValue } | 'empty' | 'unlike';

/** Reads a value of a call, or a fixed value of a rule, as a type. Blank texts and empty lists are empty. */
export function readTyped(paramType: ParamType, value: unknown): ReadValue {
  if (value === undefined || value === null) return 'empty';
  if (Array.isArray(value) && value.length === 0) return 'empty';
  if (typeof value === 'string' && value.trim() === '') return 'empty';
  if (typeof value !== 'string' && typeof value !== 'number') return 'unlike';
  switch (paramType) {
    case ParamType.number:
      return readNumber(typeof value === 'number' ? String(value) : value.trim());
    case ParamType.date:
      return typeof value === 'string' ? readDate(value.trim()) : 'unlike';
    case ParamType.text:
      // A number is not silently a text: 007 and 7 would be the same.
      if (typeof value !== 'string' || value.length > ruleLimits.valueLength) return 'unlike';
      return { typed: { type: 'text', text: value } };
    default:
      throw new MissingCase(paramType satisfies never);
  }
}

function readNumber(text: string): ReadValue {
  const decimal = readDecimal(text);
  return decimal === undefined ? 'unlike' : { typed: { type: 'number', ...decimal } };
}

const timePattern = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?$/;

/** Reads `2026-11-30` as a day, and `2026-11-30 09:00` (also with seconds) as a time. */
function readDate(text: string): ReadValue {
  if (isLocalDate(text)) return { typed: { type: 'day', text } };
  const [, day = '', minute = '', second = ':00'] = timePattern.exec(text) ?? [];
  const isTime = isLocalDate(day) && minute < '24:00' && minute.slice(3) < '60' && second < ':60';
  return isTime ? { typed: { type: 'time', text: `${day} ${minute}${second}` } } : 'unlike';
}

/**
 * Compares two values: negative, 0 or positive; undefined for values of unlike types, such as a day and a
 * time. Texts are compared by the code points of their characters.
 */
export function compareTyped(left: TypedValue, right: TypedValue): number | undefined {
  if (left.type === 'number' || right.type === 'number') {
    if (left.type !== 'number' || right.type !== 'number') return undefined;
    return compareDecimals(left, right);
  }
  if (left.type !== right.type) return undefined;
  return compareCodePoints(left.text, right.text);
}

function compareCodePoints(left: string, right: string): number {
  if (left === right) return 0;
  const [leftPoints, rightPoints] = [[...left], [...right]];
  const index = leftPoints.findIndex((character, place) => character !== rightPoints[place]);
  const at = (points: readonly string[]) => points[index]?.codePointAt(0) ?? -1;
  // Without a difference within the left text, the right one is longer.
  return index < 0 ? -1 : at(leftPoints) - at(rightPoints);
}

/** Checks whether a comparison result fits an operator. */
export function matchesOperator(operator: RuleOperator, comparison: number): boolean {
  switch (operator) {
    case RuleOperator.greater:
      return comparison > 0;
    case RuleOperator.equal:
      return comparison === 0;
    case RuleOperator.less:
      return comparison < 0;
    case RuleOperator.greaterOrEqual:
      return comparison >= 0;
    case RuleOperator.lessOrEqual:
      return comparison <= 0;
    default:
      throw new MissingCase(operator satisfies never);
  }
}
