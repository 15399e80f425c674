/**
 * Numbers as people type and paste them. A number is stored as a JavaScript number, which holds every decimal of up
 * to 15 digits exactly; a longer one would change silently, so it is refused.
 */

const maxDigits = 15;
const maxDecimalPlaces = 10;

/** Messages on a text that is no number, or no number that can be stored. */
export const numberText = {
  unclear: '请输入数字，如 1234.5',
  separators: '千分位逗号的位置不正确，应写为 1,234.5 或 1234.5',
  tooLong: `数字过长，整数和小数合计最多${maxDigits}位`,
  decimals: `最多${maxDecimalPlaces}位小数`,
} as const;

const invisible = /\p{Cf}+/gu;
const wide = /[\uff01-\uff5e]/g;
const numeral = /^([+-]?)(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d*))?$/;

/**
 * Reads a typed number; null for a blank text. Wide digits and signs, thousands separators at their places and the
 * ideographic full stop are clear; a text that is not clear, or is too long, yields its problem.
 */
export function readTypedNumber(text: string): number | null | { problem: string } {
  const plain = text
    .replace(invisible, '')
    .trim()
    .replace(wide, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[。｡]/g, '.')
    .replace(/[\p{Pd}\u2212]/gu, '-');
  if (plain === '') return null;
  const [, sign = '', grouped = '', decimals = ''] = numeral.exec(plain) ?? [];
  if (grouped === '' && decimals === '')
    return { problem: /^[+-]?[\d,]+(\.\d*)?$/.test(plain) ? numberText.separators : numberText.unclear };
  const digits = `${grouped.replaceAll(',', '') || '0'}.${decimals || '0'}`;
  const problem = problemOfDigits(digits);
  return problem === undefined ? withoutNegativeZero(Number(`${sign}${digits}`)) : { problem };
}

/** Returns the problem of a number that is no exact decimal of up to 15 digits. */
export function problemOfNumber(value: number): string | undefined {
  return problemOfDigits(plainDecimal(Math.abs(value)));
}

/** Returns the number, 0 for the negative zero, which looks and compares like another value. */
export function withoutNegativeZero(value: number): number {
  return value === 0 ? 0 : value;
}

/** Returns the number of decimal places. */
export function decimalPlacesOf(value: number): number {
  return plainDecimal(value).split('.')[1]?.length ?? 0;
}

/** Returns the number as people write it, never with an exponent. */
export function plainDecimal(value: number): string {
  const text = String(value);
  const [, digits = '', exponent] = /^-?([\d.]+)e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const places = Number(exponent);
  if (places > 0) return BigInt(value).toString();
  const zeros = '0'.repeat(-places - 1);
  return `${value < 0 ? '-' : ''}0.${zeros}${digits.replace('.', '')}`;
}

function problemOfDigits(digits: string): string | undefined {
  const [whole = '', decimals = ''] = digits.split('.');
  const wholeDigits = whole.replace(/^0+/, '');
  const decimalDigits = decimals.replace(/0+$/, '');
  const significant = (wholeDigits + decimalDigits).replace(/^0+/, '');
  if (wholeDigits.length > maxDigits || significant.length > maxDigits) return numberText.tooLong;
  return decimalDigits.length > maxDecimalPlaces ? numberText.decimals : undefined;
}
