import { type Comparison, type Condition, type Operator, operatorLabel } from './model.ts';

/** Checks that an operator compares with a value. */
export function needsValue(is: Operator): boolean {
  return is !== 'exists' && is !== 'empty';
}

/**
 * Returns a condition as one sentence, with the label of each field or fact, and the text of each compared value;
 * `gap` is between its words.
 */
export function conditionText(
  condition: Condition | undefined,
  labelOf: (path: string) => string,
  valueTextOf: (comparison: Comparison) => string = ({ value }) => plainText(value),
  gap = ' ',
): string {
  if (condition === undefined) return '';
  const textOf = (part: Condition) => conditionText(part, labelOf, valueTextOf, gap);
  const withBrackets = (part: Condition) =>
    'and' in part || 'or' in part ? `（${textOf(part)}）` : textOf(part);
  if ('not' in condition) return `不满足（${textOf(condition.not)}）`;
  if ('and' in condition) return condition.and.map(withBrackets).join(`${gap}且${gap}`);
  if ('or' in condition) return condition.or.map(withBrackets).join(`${gap}或${gap}`);
  const valueText = needsValue(condition.is) ? `${gap}${valueTextOf(condition)}` : '';
  return `${labelOf(condition.field)}${gap}${operatorLabel[condition.is]}${valueText}`;
}

const plainText = (value: unknown) => (Array.isArray(value) ? value.join('、') : String(value ?? ''));
