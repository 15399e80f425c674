import { paymentLimits } from './limits.ts';

/** Messages on an amount that its field does not accept. */
export const amountText = {
  missing: '请填写金额',
  badFormat: '金额格式不正确，请填写如 19.90 的数字',
  tooPrecise: '金额最多保留两位小数',
  notPositive: '金额应大于 0',
  tooLarge: `金额不能超过 ${formatYuan(paymentLimits.maxFen)} 元`,
} as const;

const amountPattern = /^(\d{1,20})(?:\.(\d{1,40}))?$/;

/**
 * Reads an amount in yuan, as typed or as a gateway writes it, without floating point: `19.90` is 1990 fen. A third
 * decimal is refused, also if it is 0, because its sender counts in another unit. Returns fen, or the problem.
 */
export function parseYuan(text: string): { fen: number } | { problem: string } {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: amountText.missing };
  const match = amountPattern.exec(trimmed);
  if (!match) return { problem: amountText.badFormat };
  const [, yuan = '', decimals = ''] = match;
  if (decimals.length > 2) return { problem: amountText.tooPrecise };
  const fen = BigInt(yuan) * 100n + BigInt(decimals.padEnd(2, '0'));
  if (fen > BigInt(paymentLimits.maxFen)) return { problem: amountText.tooLarge };
  return { fen: Number(fen) };
}

/** Checks that a number is an amount in fen: whole, not negative, and not too large. */
export function isFen(value: unknown): value is number {
  return (
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= paymentLimits.maxFen
  );
}

/** Returns an amount in yuan with two decimals, as gateways read it: 1990 is `19.90`. */
export function plainYuan(fen: number): string {
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Returns an amount in yuan for readers, with separators: 526000 is `5,260.00`. */
export function formatYuan(fen: number): string {
  const [yuan = '', decimals = ''] = plainYuan(fen).split('.');
  return `${yuan.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
}

const digitNames = ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖'];
const placeNames = ['', '拾', '佰', '仟'];
const groupNames = ['', '万', '亿'];

/** Returns an amount in the characters that receipts use (大写金额): 1990 is `壹拾玖元玖角整`. */
export function capitalYuan(fen: number): string {
  const [yuan = '0', decimals = '00'] = plainYuan(Math.abs(fen)).split('.');
  const whole = capitalDigits(yuan);
  const [jiao = 0, cent = 0] = [...decimals].map(Number);
  const parts = [whole === '' ? '' : `${whole}元`];
  if (jiao > 0) parts.push(`${digitNames[jiao]}角`);
  else if (cent > 0 && whole !== '') parts.push('零');
  if (cent > 0) parts.push(`${digitNames[cent]}分`);
  const text = parts.join('');
  if (text === '') return '零元整';
  return cent > 0 ? text : `${text}整`;
}

function capitalDigits(yuan: string): string {
  let text = '';
  let isZeroPending = false;
  for (let group = Math.ceil(yuan.length / 4) - 1; group >= 0; group -= 1) {
    const digits = yuan.slice(Math.max(0, yuan.length - group * 4 - 4), yuan.length - group * 4);
    let isGroupEmpty = true;
    for (const [index, character] of [...digits].entries()) {
      const digit = Number(character);
      if (digit === 0) {
        isZeroPending = text !== '';
        continue;
      }
      text += `${isZeroPending ? '零' : ''}${digitNames[digit]}${placeNames[digits.length - 1 - index]}`;
      isZeroPending = false;
      isGroupEmpty = false;
    }
    if (!isGroupEmpty) text += groupNames[group];
  }
  return text;
}

/** Returns a difference in yuan with its sign, for people: −480.00, +80.00, 0.00. */
export function signedYuan(fen: number): string {
  return `${fen > 0 ? '+' : ''}${formatYuan(fen)}`.replace('-', '−');
}
