import {
  decimalPlacesOf,
  plainDecimal,
  problemOfNumber,
  readTypedNumber,
  withoutNegativeZero,
} from '../../../texts/typed-number.ts';
import type { FieldKind } from '../kind.ts';

function readNumber(raw: unknown): number | null | undefined {
  if (raw === null) return null;
  if (typeof raw === 'number') return Number.isFinite(raw) ? withoutNegativeZero(raw) : undefined;
  const value = typeof raw === 'string' ? readTypedNumber(raw) : undefined;
  return typeof value === 'object' && value !== null ? undefined : value;
}

/** A decimal of up to 15 digits (docs/decisions/0215). */
export const number: FieldKind<number | null> = {
  component: 'number',
  empty: null,
  holdsValue: true,
  wide: false,
  takesOptions: false,
  holdsFiles: false,
  searchable: false,
  usableInCondition: true,
  comparesAs: 'number',
  textual: false,
  maskable: false,
  takesSeveral: () => false,
  normalise: readNumber,
  problemOfText(text) {
    const value = readTypedNumber(text);
    return typeof value === 'object' && value !== null ? value.problem : undefined;
  },
  isEmpty: (value) => value === null,
  validate(value, { props }) {
    if (value === null) return [];
    const problem = problemOfNumber(value);
    if (problem !== undefined) return [problem];
    if (props.precision === undefined || decimalPlacesOf(value) <= props.precision) return [];
    return [props.precision === 0 ? '请输入整数' : `最多${props.precision}位小数`];
  },
  text: (value, { props }) => {
    if (value === null) return '';
    return props.unit ? `${plainDecimal(value)} ${props.unit}` : plainDecimal(value);
  },
};
