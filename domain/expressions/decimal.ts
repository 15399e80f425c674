/**
 * Decimal numbers, which people calculate with: 0.1 + 0.2 is 0.3. A result keeps 34 digits, as FEEL requires, so that
 * only the last step, storing it in a field, rounds visibly.
 */
export class Decimal {
  /** All digits as one whole number. */
  readonly digits: bigint;
  /** The number of these digits behind the decimal point. */
  readonly scale: number;

  constructor(digits: bigint, scale: number) {
    this.digits = digits;
    this.scale = scale;
  }
}

const maxDigits = 34;
/** Places before or behind the decimal point; a larger number has no value, a smaller one is 0. */
const maxPlaces = 400;
const maxTextLength = 100;
const pattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;

/** Reads a decimal exactly as it is written; undefined for a text that is no number, or is too long. */
export function readDecimal(text: string): Decimal | undefined {
  if (text.length > maxTextLength) return undefined;
  const [, sign = '', whole, fraction = '', exponent = '0'] = pattern.exec(text) ?? [];
  const places = Number(exponent);
  if (whole === undefined || Math.abs(places) > maxPlaces) return undefined;
  const digits = BigInt(`${whole}${fraction}`);
  const scale = fraction.length - places;
  const signed = sign === '-' ? -digits : digits;
  return scale < 0 ? new Decimal(signed * 10n ** BigInt(-scale), 0) : new Decimal(signed, scale);
}

/** Returns a number as it is written; undefined if it is not finite. */
export function decimalOf(value: number): Decimal | undefined {
  return readDecimal(String(value));
}

const wideDigits = 10n ** 50n;

/** Checks whether a value is a number with more places before or behind the point than a typed number has. */
export function isWide(value: unknown): boolean {
  return (
    value instanceof Decimal && (value.scale > 50 || value.digits > wideDigits || value.digits < -wideDigits)
  );
}

function isZero({ digits }: Decimal): boolean {
  return digits === 0n;
}

/** Compares two decimals: negative, 0 or positive. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const [one, other] = aligned(left, right);
  return one < other ? -1 : one > other ? 1 : 0;
}

export function negate({ digits, scale }: Decimal): Decimal {
  return new Decimal(-digits, scale);
}

export function add(left: Decimal, right: Decimal): Decimal | null {
  const [one, other] = aligned(left, right);
  return shortened(one + other, Math.max(left.scale, right.scale));
}

export function subtract(left: Decimal, right: Decimal): Decimal | null {
  return add(left, negate(right));
}

export function multiply(left: Decimal, right: Decimal): Decimal | null {
  return shortened(left.digits * right.digits, left.scale + right.scale);
}

/** Divides; null if the divisor is 0. */
export function divide(left: Decimal, right: Decimal): Decimal | null {
  if (isZero(right)) return null;
  // More digits than are kept, so that rounding sees what follows the last one.
  const extra = Math.max(0, maxDigits + 4 + digitCount(right.digits) - digitCount(left.digits));
  const quotient = (left.digits * 10n ** BigInt(extra)) / right.digits;
  return withoutTrailingZeros(shortened(quotient, left.scale + extra - right.scale));
}

export type Rounding = 'halfUp' | 'floor' | 'ceiling';

/** Rounds to decimal places, at most 400; 5 is rounded away from 0 by `halfUp`, as on an invoice. */
export function round(value: Decimal, places: number, rounding: Rounding = 'halfUp'): Decimal {
  if (value.scale <= places) return value;
  const unit = 10n ** BigInt(value.scale - places);
  const rest = value.digits % unit;
  const truncated = value.digits / unit;
  const isNegative = value.digits < 0n;
  const size = isNegative ? -rest : rest;
  const away =
    rounding === 'halfUp' ? size * 2n >= unit : rest !== 0n && isNegative === (rounding === 'floor');
  const rounded = new Decimal(truncated + (away ? (isNegative ? -1n : 1n) : 0n), Math.max(places, 0));
  return places < 0 ? new Decimal(rounded.digits * 10n ** BigInt(-places), 0) : rounded;
}

/** Returns the nearest JavaScript number, 0 for a negative zero. */
export function numberOf(value: Decimal): number {
  return isZero(value) ? 0 : Number(decimalText(value));
}

/** Returns a decimal as people write it, without trailing zeros and without an exponent. */
export function decimalText({ digits, scale }: Decimal): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale).replace(/0+$/, '');
  return `${digits < 0n ? '-' : ''}${whole}${scale > 0 && fraction !== '' ? `.${fraction}` : ''}`;
}

function aligned(left: Decimal, right: Decimal): [bigint, bigint] {
  const scale = Math.max(left.scale, right.scale);
  return [left.digits * 10n ** BigInt(scale - left.scale), right.digits * 10n ** BigInt(scale - right.scale)];
}

function digitCount(digits: bigint): number {
  return (digits < 0n ? -digits : digits).toString().length;
}

/** Returns a result with at most 34 digits; null if it is too large. */
function shortened(digits: bigint, scale: number): Decimal | null {
  if (scale < 0) return shortened(digits * 10n ** BigInt(-scale), 0);
  const count = digitCount(digits);
  if (count - scale > maxPlaces) return null;
  if (scale > maxPlaces) return shortened(round(new Decimal(digits, scale), maxPlaces).digits, maxPlaces);
  const value = new Decimal(digits, scale);
  return count <= maxDigits ? value : withoutTrailingZeros(round(value, scale - (count - maxDigits)));
}

function withoutTrailingZeros(value: Decimal | null): Decimal | null {
  if (value === null) return null;
  let { digits, scale } = value;
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n;
    scale -= 1;
  }
  return new Decimal(digits, scale);
}
