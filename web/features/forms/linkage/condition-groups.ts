import type { Condition } from '#domain/forms/model.ts';

/** A condition as a group of conditions; a single comparison is a group of one. */
export interface ConditionGroup {
  /** True if the condition is written as a combination. */
  isGroup: boolean;
  not: boolean;
  join: 'and' | 'or';
  parts: readonly Condition[];
}

/** Returns a condition as a group, which `combinedCondition` writes again. */
export function groupOf(condition: Condition): ConditionGroup {
  const not = 'not' in condition;
  const inner = not ? condition.not : condition;
  if ('and' in inner) return { isGroup: true, not, join: 'and', parts: inner.and };
  if ('or' in inner) return { isGroup: true, not, join: 'or', parts: inner.or };
  return { isGroup: false, not: false, join: 'and', parts: [condition] };
}

/** Returns the condition of a group; a group of one is that condition itself, unless it would be negated twice. */
export function combinedCondition({ isGroup, not, join, parts }: ConditionGroup): Condition {
  const [first, ...others] = parts;
  const isAlone = first !== undefined && others.length === 0;
  const inner: Condition =
    isAlone && !(isGroup && not && 'not' in first) ? first : join === 'and' ? { and: parts } : { or: parts };
  return not ? { not: inner } : inner;
}
