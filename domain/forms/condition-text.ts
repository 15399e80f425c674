import { type Comparison, type Condition, type Operator, operatorLabel } from './model.ts';

/** Checks that an operator compares with a value. */
export function needsValue(is: Operator): boolean {
  return is !== 'exists' && is !== 'empty';
}

/** Returns a condition as one sentence, with the label of each field or fact, and the text of each compared value. */
export function conditionText(
  condition: Condition | undefined,
  labelOf: (path: string) => string,
  valueTextOf: (comparison: Comparison) => string = ({ value }) => plainText(value),
): string {
  if (condition === undefined) return '';
  const textOf = (part: Condition) => conditionText(part, labelOf, valueTextOf);
  const withBrackets = (part: Condition) =>
    'and' in part || 'or' in part ? `（${textOf(part)}）` : textOf(part);
  if ('not' in condition) return `不满足（${textOf(condition.not)}）`;
  if ('and' in condition) return condition.and.map(withBrackets).join(' 且 ');
  if ('or' in condition) return condition.or.map(withBrackets).join(' 或 ');
  const valueText = needsValue(condition.is) ? ` ${valueTextOf(condition)}` : '';
  return `${labelOf(condition.field)} ${operatorLabel[condition.is]}${valueText}`;
}

const plainText = (value: unknown) => (Array.isArray(value) ? value.join('、') : String(value ?? ''));
