import { evaluate } from 'feelin';
import type { DecisionContext } from '#domain/workflow/model.ts';

/** Warnings after which a condition means nothing; an empty form field or an odd comparison is not among them. */
const faults = new Set(['NO_VARIABLE_FOUND', 'NO_FUNCTION_FOUND', 'UNSUPPORTED']);

/**
 * Tests FEEL conditions for the workflow core. Null counts as false, because a form field left empty is null; a
 * variable that does not exist, a syntax error or any other kind of value cannot be decided and is `faulty`.
 */
export function createFeelTest(): DecisionContext['test'] {
  return (expression, facts) => {
    try {
      const { value, warnings } = evaluate(expression, facts);
      if (warnings.some(({ type }) => faults.has(type))) return 'faulty';
      if (value === null) return false;
      return typeof value === 'boolean' ? value : 'faulty';
    } catch {
      return 'faulty';
    }
  };
}

/**
 * What is wrong with a condition before any order runs on it, in the reader's language; null when nothing is.
 * `names` are the forms and variables that it may ask.
 */
export function checkFeel(expression: string, names: readonly string[]): string | null {
  try {
    const { warnings } = evaluate(expression, Object.fromEntries(names.map((name) => [name, {}])));
    for (const { type, position } of warnings) {
      const part = expression.slice(position.from, position.to);
      if (type === 'NO_VARIABLE_FOUND') return `使用了未定义的变量“${part}”`;
      if (type === 'NO_FUNCTION_FOUND') return `使用了不存在的函数“${part}”`;
    }
    return null;
  } catch {
    return '不是有效的 FEEL 表达式';
  }
}
