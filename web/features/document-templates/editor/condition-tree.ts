import { needsValue } from '#domain/forms/condition-text.ts';
import { type Comparison, type Condition, Operator, operatorLabel } from '#domain/forms/model.ts';

/** A condition as its editor shows it: groups of comparisons, each of which can be negated. */
export type ConditionItem = ComparisonItem | ConditionGroup;
export type ComparisonItem = { kind: 'comparison'; not: boolean } & Comparison;
export interface ConditionGroup {
  kind: 'group';
  not: boolean;
  /** True if all entries must hold, false if one is enough. */
  all: boolean;
  items: readonly ConditionItem[];
}

/** Returns the condition as a group; a condition that always holds is an empty group. */
export function readCondition(condition: Condition | undefined): ConditionGroup {
  if (condition === undefined) return { kind: 'group', not: false, all: true, items: [] };
  const item = readItem(condition, false);
  return item.kind === 'group' ? item : { kind: 'group', not: false, all: true, items: [item] };
}

function readItem(condition: Condition, not: boolean): ConditionItem {
  if ('not' in condition) return readItem(condition.not, !not);
  if ('and' in condition) return readGroup(condition.and, not, true);
  if ('or' in condition) return readGroup(condition.or, not, false);
  return { kind: 'comparison', not, ...condition };
}

function readGroup(conditions: readonly Condition[], not: boolean, all: boolean): ConditionGroup {
  return { kind: 'group', not, all, items: conditions.map((part) => readItem(part, false)) };
}

/** Returns the condition of a group; undefined for an empty group, which always holds. */
export function writeCondition(group: ConditionGroup): Condition | undefined {
  const parts = group.items.flatMap((item) => writeItem(item) ?? []);
  const [first, ...others] = parts;
  if (first === undefined) return undefined;
  const combined = others.length === 0 ? first : group.all ? { and: parts } : { or: parts };
  return group.not ? { not: combined } : combined;
}

function writeItem(item: ConditionItem): Condition | undefined {
  if (item.kind === 'group') return writeCondition(item);
  const { field, is, value } = item;
  const comparison = { field, is, ...(needsValue(is) && { value }) };
  return item.not ? { not: comparison } : comparison;
}

/** Returns the kind of editor for a value: one text, several, two ends of a span, or a number. */
export function kindOfValue({
  field,
  is,
}: Pick<Comparison, 'field' | 'is'>): 'text' | 'list' | 'span' | 'number' {
  if (is === 'anyOf') return 'list';
  if (is === 'inRange') return 'span';
  return is === 'sizeGreater' || is === 'sizeLess' || field.startsWith('会签统计.') ? 'number' : 'text';
}

/** Returns the initial value of an operator. */
export function emptyValue(comparison: Pick<Comparison, 'field' | 'is'>): unknown {
  return { text: '', list: [], span: ['', ''], number: 0 }[kindOfValue(comparison)];
}

export const operators = Object.values(Operator).map((value) => ({ value, label: operatorLabel[value] }));
