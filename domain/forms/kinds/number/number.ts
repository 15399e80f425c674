import type { FieldKind } from '../kind.ts';

/**
 * Reads a number or its plain decimal form; `1e3`, hexadecimal and very long numbers are refused, because
 * people do not write them.
 */
function readNumber(raw: unknown): number | null | undefined {
  if (raw === null || raw === '') return null;
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : undefined;
  if (typeof raw !== 'string' || !/^-?\d{1,15}(\.\d{1,10})?$/.test(raw.trim())) return undefined;
  return Number(raw);
}

/** Returns the number of decimal places. */
function decimalPlacesOf(value: number): number {
  const text = String(value);
  const small = /e-(\d+)$/.exec(text);
  if (small) return Number(small[1]) + (text.split('.')[1]?.indexOf('e') ?? 0);
  return text.split('.')[1]?.length ?? 0;
}

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
  isEmpty: (value) => value === null,
  validate(value, { props }) {
    if (value === null || props.precision === undefined || decimalPlacesOf(value) <= props.precision)
      return [];
    return [props.precision === 0 ? '请输入整数' : `最多${props.precision}位小数`];
  },
  text: (value, { props }) => (value === null ? '' : props.unit ? `${value} ${props.unit}` : String(value)),
};
