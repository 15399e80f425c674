import { MissingCase } from '../missing-case.ts';
import { compilePattern } from '../patterns/safe-pattern.ts';
import type { Comparison, Condition } from './model.ts';
import type { PatternCost } from './pattern-cost.ts';

type FieldReader = (fieldId: string) => unknown;

/** A compiled condition: the fields that it reads, its parts, and its evaluation. */
export interface CompiledCondition {
  /** Place of the condition in its form: the same for the same form in browser and server. */
  key: string;
  reads: readonly string[];
  /** The conditions that this one combines; none for a comparison. */
  parts: readonly CompiledCondition[];
  /**
   * Evaluates the condition; comparisons and patterns use up `work`, and throw if it is used up. A part for which
   * `known` returns a result is not evaluated.
   */
  holds(read: FieldReader, work?: PatternCost, known?: KnownResult): boolean;
}

/** Returns the result of a condition if it is known without its fields. */
export type KnownResult = (condition: CompiledCondition) => boolean | undefined;

type ValuePredicate = (value: unknown, work?: PatternCost) => boolean;

/** Compiles a condition; reports an invalid comparison by `addProblem`; it never holds. */
export function compileCondition(
  condition: Condition,
  addProblem: (message: string) => void,
  key = '',
): CompiledCondition {
  const compileParts = (parts: readonly Condition[]) =>
    parts.map((part, index) => compileCondition(part, addProblem, `${key}.${index}`));
  if ('and' in condition) {
    const parts = compileParts(condition.and);
    return withKnownResult(key, parts, (read, work, known) => {
      work?.spend(1);
      return parts.every((part) => part.holds(read, work, known));
    });
  }
  if ('or' in condition) {
    const parts = compileParts(condition.or);
    return withKnownResult(key, parts, (read, work, known) => {
      work?.spend(1);
      return parts.some((part) => part.holds(read, work, known));
    });
  }
  if ('not' in condition) {
    const parts = compileParts([condition.not]);
    return withKnownResult(
      key,
      parts,
      (read, work, known) => !parts.some((part) => part.holds(read, work, known)),
    );
  }
  const test = compileComparison(condition, addProblem);
  const expectedSteps = stepsOf(condition.value);
  return withKnownResult(
    key,
    [],
    (read, work) => {
      const value = read(condition.field);
      work?.spend(expectedSteps * stepsOf(value));
      return test(value, work);
    },
    [condition.field],
  );
}

function withKnownResult(
  key: string,
  parts: readonly CompiledCondition[],
  evaluate: CompiledCondition['holds'],
  reads: readonly string[] = readsOf(parts),
): CompiledCondition {
  const compiled: CompiledCondition = {
    key,
    reads,
    parts,
    holds: (read, work, known) => known?.(compiled) ?? evaluate(read, work, known),
  };
  return compiled;
}

/**
 * Characters of a text that count as one step, because comparing characters is faster than comparing values.
 */
const charactersPerStep = 100;

/** Returns the cost of comparing a value: the entries of a list, or the length of a text. */
function stepsOf(value: unknown): number {
  if (Array.isArray(value)) return 1 + value.length;
  return typeof value === 'string' ? 1 + Math.floor(value.length / charactersPerStep) : 1;
}

function readsOf(parts: readonly CompiledCondition[]): string[] {
  return [...new Set(parts.flatMap((part) => part.reads))];
}

function compileComparison(
  { is, value: expected }: Comparison,
  addProblem: (message: string) => void,
): ValuePredicate {
  const requireValue = <T>(isValid: boolean, valueKind: string, test: T): T | ValuePredicate => {
    if (!isValid) addProblem(`联动条件“${is}”的值应为${valueKind}`);
    return isValid ? test : () => false;
  };
  switch (is) {
    case 'equals':
      return (value) => isEqual(value, expected);
    case 'notEquals':
      return (value) => !isEqual(value, expected);
    case 'greater':
      return requireValue(isOrdered(expected), '数字或日期', (value) => compare(value, expected) === 1);
    case 'less':
      return requireValue(isOrdered(expected), '数字或日期', (value) => compare(value, expected) === -1);
    case 'sizeGreater':
      return requireValue(typeof expected === 'number', '数字', (value) => sizeOf(value) > Number(expected));
    case 'sizeLess':
      return requireValue(typeof expected === 'number', '数字', (value) => sizeOf(value) < Number(expected));
    case 'inRange':
      return requireValue(isRange(expected), '由小到大的两项', (value) => isWithin(value, expected));
    case 'rangeContains':
      return requireValue(isOrdered(expected), '数字或日期', (value) => isWithin(expected, value));
    case 'exists':
      return (value) => !isBlank(value);
    case 'empty':
      return isBlank;
    case 'includes':
      return (value) => doesInclude(value, expected);
    case 'anyOf':
      return requireValue(Array.isArray(expected), '列表', (value) => isAnyOf(value, expected));
    case 'regexp':
      return compileRegexp(expected, addProblem);
    default:
      throw new MissingCase(is satisfies never);
  }
}

function compileRegexp(expected: unknown, addProblem: (message: string) => void): ValuePredicate {
  const pattern = compilePattern(typeof expected === 'string' ? expected : '(');
  if ('reason' in pattern) {
    addProblem(pattern.reason);
    return () => false;
  }
  return (value, work) => typeof value === 'string' && pattern.test(value, work?.spend);
}

function isEqual(value: unknown, expected: unknown): boolean {
  if (Array.isArray(value) && Array.isArray(expected)) {
    return value.length === expected.length && value.every((item, index) => isEqual(item, expected[index]));
  }
  return value === expected;
}

function isOrdered(value: unknown): value is number | string {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

/**
 * Compares numbers by size and dates as texts, whose order is the order in time; values of different types
 * have no order.
 */
function compare(left: unknown, right: unknown): -1 | 0 | 1 | undefined {
  if (!isOrdered(left) || !isOrdered(right) || typeof left !== typeof right) return undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}

function isRange(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && (compare(value[0], value[1]) ?? 1) < 1;
}

function isWithin(value: unknown, range: unknown): boolean {
  if (!Array.isArray(range) || range.length !== 2) return false;
  return (compare(value, range[0]) ?? -1) >= 0 && (compare(value, range[1]) ?? 1) <= 0;
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Array.from(value).length;
  return Array.isArray(value) ? value.length : 0;
}

function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** Checks whether a list contains a member, a region a code on its path, or a text a part. */
function doesInclude(value: unknown, expected: unknown): boolean {
  if (typeof value === 'string')
    return typeof expected === 'string' && expected !== '' && value.includes(expected);
  return Array.isArray(value) && value.some((item) => isEqual(item, expected) || codeOf(item) === expected);
}

function isAnyOf(value: unknown, expected: unknown): boolean {
  return (
    Array.isArray(expected) &&
    expected.some((item) => isEqual(value, item) || (Array.isArray(value) && value.includes(item)))
  );
}

function codeOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'code' in item ? item.code : undefined;
}
