import type { FieldKind } from '../kinds/kind.ts';
import type { Comparison, Condition, FieldProps } from '../model.ts';

/** Returns the kind of a field that a condition names. */
type KindOf = (id: string) => { kind: FieldKind | undefined; props: FieldProps } | undefined;

/** Returns a condition as an expression of Formily; undefined if JavaScript cannot express one of its comparisons. */
export function printCondition(
  condition: Condition,
  nameOf: (id: string) => string,
  kindOf: KindOf,
): string | undefined {
  const print = (part: Condition): string | undefined => printCondition(part, nameOf, kindOf);
  const join = (parts: readonly Condition[], operator: string) => {
    const printed = parts.map((part) => {
      const text = print(part);
      return text !== undefined && ('and' in part || 'or' in part) ? `(${text})` : text;
    });
    return printed.length === 0 || printed.includes(undefined) ? undefined : printed.join(operator);
  };
  if ('and' in condition) return join(condition.and, ' && ');
  if ('or' in condition) return join(condition.or, ' || ');
  if ('not' in condition) {
    const inner = print(condition.not);
    return inner === undefined ? undefined : `!(${inner})`;
  }
  return printComparison(condition, nameOf, kindOf);
}

function printComparison(
  { field, is, value }: Comparison,
  nameOf: (id: string) => string,
  kindOf: KindOf,
): string | undefined {
  const found = kindOf(field);
  if (found === undefined) return undefined;
  const isList = found.kind?.takesSeveral(found.props) === true || Array.isArray(found.kind?.empty);
  const name = nameOf(field);
  const constant = JSON.stringify(value);
  switch (is) {
    case 'equals':
      return `${name} === ${constant}`;
    case 'notEquals':
      return `${name} !== ${constant}`;
    case 'greater':
      return `${name} > ${constant}`;
    case 'less':
      return `${name} < ${constant}`;
    case 'sizeGreater':
      return `${name}?.length > ${constant}`;
    case 'exists':
      return isList ? `${name}?.length > 0` : found.kind?.empty === '' ? `!!${name}` : `${name} != null`;
    case 'empty':
      if (isList) return undefined;
      return found.kind?.empty === '' ? `!${name}` : `${name} == null`;
    case 'includes':
      return `${name}?.includes(${constant})`;
    case 'anyOf':
      return Array.isArray(value) ? `${constant}.includes(${name})` : undefined;
    default:
      return undefined;
  }
}
