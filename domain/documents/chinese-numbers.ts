import { isLocalDate, type LocalDate } from '../calendar/local-date.ts';

const plainDigits = [...'〇一二三四五六七八九'];
const plain = { digits: [...'零一二三四五六七八九'], units: ['', '十', '百', '千'] };
const capital = { digits: [...'零壹贰叁肆伍陆柒捌玖'], units: ['', '拾', '佰', '仟'] };
const groups = ['', '万', '亿'];

/** The largest whole number that is written in words; larger ones are written in figures. */
const maxNumberInWords = 999_999_999_999;

/** Returns a non-negative whole number in Chinese words: 20 is 二十, 105 is 一百零五. */
export function numberInWords(value: number): string {
  const numerals = inWords(value, plain);
  return numerals.startsWith('一十') ? numerals.slice(1) : numerals;
}

/**
 * Returns a non-negative whole number in capital numerals, which cannot be altered by a pen stroke: 105 is
 * 壹佰零伍.
 */
export function numberInCapitals(value: number): string {
  return inWords(value, capital);
}

function inWords(
  value: number,
  { digits, units }: { digits: readonly string[]; units: readonly string[] },
): string {
  if (!Number.isInteger(value) || value < 0 || value > maxNumberInWords) return String(value);
  if (value === 0) return digits[0] ?? '';
  let numerals = '';
  let gap = false;
  for (let power = 11; power >= 0; power -= 1) {
    const digit = Math.floor(value / 10 ** power) % 10;
    if (digit === 0) {
      gap = numerals !== '';
    } else {
      numerals += `${gap ? digits[0] : ''}${digits[digit]}${units[power % 4]}`;
      gap = false;
    }
    const group = Math.floor(value / 10 ** power) % 10_000;
    if (power % 4 === 0 && power > 0 && group > 0) numerals += groups[power / 4];
  }
  return numerals;
}

/** Returns an amount of money in fen as written on receipts: 120050 is 壹仟贰佰元零伍角整. */
export function moneyInCapitals(totalFen: number): string {
  if (!Number.isInteger(totalFen) || totalFen < 0 || totalFen > maxNumberInWords * 100)
    return String(totalFen);
  const [yuan, jiao, fen] = [Math.floor(totalFen / 100), Math.floor(totalFen / 10) % 10, totalFen % 10];
  const { digits } = capital;
  let numerals = yuan > 0 || totalFen === 0 ? `${numberInCapitals(yuan)}元` : '';
  // A zero is written for a skipped place, and if the yuan end in a zero.
  if (yuan > 0 && (jiao > 0 || fen > 0) && (jiao === 0 || yuan % 10 === 0)) numerals += digits[0];
  if (jiao > 0) numerals += `${digits[jiao]}角`;
  return fen > 0 ? `${numerals}${digits[fen]}分` : `${numerals}整`;
}

/**
 * Returns the date for official documents, in figures without leading zeros, such as 2026年11月23日 (GB/T 9704
 * §7.3.5).
 */
export function dateInFigures(date: LocalDate): string {
  const { year, month, day } = partsOf(date);
  return `${year}年${month}月${day}日`;
}

/** Returns the date for certificates and letters in words, such as 二〇二六年十一月二十三日. */
export function dateInWords(date: LocalDate): string {
  const { year, month, day } = partsOf(date);
  const years = [...String(year)].map((digit) => plainDigits[Number(digit)]).join('');
  return `${years}年${numberInWords(month)}月${numberInWords(day)}日`;
}

function partsOf(date: LocalDate): { year: number; month: number; day: number } {
  if (!isLocalDate(date)) throw new RangeError(`"${date}" is not a date`);
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return { year, month, day };
}

const sheetDigits = {
  plain: { ...plain, zero: '〇' },
  capital: { ...capital, zero: '零' },
  wide: { digits: [...'０１２３４５６７８９'], units: plain.units, zero: '０' },
} as const;
export type SheetDigits = keyof typeof sheetDigits;

/**
 * Returns a text with its figures as Chinese digits, as the spreadsheet formats `[DBNum1]` to `[DBNum3]` do.
 * The whole part of an unformatted number is written in words (12345: 一万二千三百四十五), and so are month, day and
 * hour; years, decimal places and numbers of a fixed length digit by digit.
 */
export function writeSheetDigits(
  text: string,
  kind: SheetDigits,
  use: 'number' | 'date' | 'figures',
): string {
  const style = sheetDigits[kind];
  const oneByOne = (figures: string) =>
    [...figures].map((figure) => (figure === '0' ? style.zero : style.digits[Number(figure)])).join('');
  return text.replace(/\d+/g, (figures, position: number) => {
    const isDecimal = text[position - 1] === '.';
    const hasFixedLength = figures.length > 1 && figures.startsWith('0');
    if (use === 'figures' || isDecimal || hasFixedLength || Number(figures) > maxNumberInWords)
      return oneByOne(figures);
    if (use === 'number') return inWords(Number(figures), style);
    if (figures.length > 2) return oneByOne(figures);
    return kind === 'plain' ? numberInWords(Number(figures)) : inWords(Number(figures), style);
  });
}
