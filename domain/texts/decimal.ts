/** A decimal of any size, `digits` / 10^`scale`; never a double, so that long numbers keep every digit. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

const decimalPattern = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;
const maxExponent = 40;

/** Reads a decimal, also with an exponent up to 40; undefined for other texts. */
export function readDecimal(text: string): Decimal | undefined {
  const match = decimalPattern.exec(text);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > maxExponent) return undefined;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const scale = fraction.length - exponent;
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

/** Compares two decimals: negative, 0 or positive. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const scale = Math.max(left.scale, right.scale);
  const difference = digitsAt(left, scale) - digitsAt(right, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Returns the exact sum; 0 for none. */
export function sumOfDecimals(decimals: readonly Decimal[]): Decimal {
  const scale = Math.max(0, ...decimals.map((decimal) => decimal.scale));
  return { digits: decimals.reduce((sum, decimal) => sum + digitsAt(decimal, scale), 0n), scale };
}

/** Returns the decimal as people write it, without zeros at the end of its decimal places. */
export function decimalText({ digits, scale }: Decimal): string {
  const [sign, absolute] = digits < 0n ? ['-', -digits] : ['', digits];
  const text = String(absolute).padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale).replace(/0+$/, '');
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

const digitsAt = ({ digits, scale }: Decimal, target: number) => digits * 10n ** BigInt(target - scale);
