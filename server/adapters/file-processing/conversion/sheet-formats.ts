import type { SheetDigits } from '#domain/documents/chinese-numbers.ts';

/** Formats that a file refers to by number only, as a Chinese program shows them (ECMA-376, 18.8.30). */
export const chineseFormats: readonly (readonly [number, string])[] = [
  [5, '"￥"#,##0;"￥"\\-#,##0'],
  [6, '"￥"#,##0;[Red]"￥"\\-#,##0'],
  [7, '"￥"#,##0.00;"￥"\\-#,##0.00'],
  [8, '"￥"#,##0.00;[Red]"￥"\\-#,##0.00'],
  [41, '_ * #,##0_ ;_ * \\-#,##0_ ;_ * "-"_ ;_ @_ '],
  [42, '_ "￥"* #,##0_ ;_ "￥"* \\-#,##0_ ;_ "￥"* "-"_ ;_ @_ '],
  [43, '_ * #,##0.00_ ;_ * \\-#,##0.00_ ;_ * "-"??_ ;_ @_ '],
  [44, '_ "￥"* #,##0.00_ ;_ "￥"* \\-#,##0.00_ ;_ "￥"* "-"??_ ;_ @_ '],
  ...[27, 36, 50, 52, 57].map((id) => [id, 'yyyy"年"m"月"'] as const),
  ...[28, 29, 51, 53, 54, 58].map((id) => [id, 'm"月"d"日"'] as const),
  [30, 'm-d-yy'],
  [31, 'yyyy"年"m"月"d"日"'],
  [32, 'h"时"mm"分"'],
  [33, 'h"时"mm"分"ss"秒"'],
  ...[34, 55].map((id) => [id, '上午/下午h"时"mm"分"'] as const),
  ...[35, 56].map((id) => [id, '上午/下午h"时"mm"分"ss"秒"'] as const),
];

/** Formats that depend on the reader's system, as a Chinese one shows them. */
const systemFormats: readonly (readonly [RegExp, string])[] = [
  [/^\[\$-F800\].*/i, 'yyyy"年"m"月"d"日"'],
  [/^\[\$-F400\].*/i, 'h:mm:ss'],
  [/^(?:mm-dd-yy|m\/d\/yy)(?= h:mm$|$)/, 'yyyy/m/d'],
  [/G\/通用格式/g, 'General'],
];

/**
 * Tokens of a format: quoted texts, escaped characters, parts in square brackets, AM/PM, weekdays, and any
 * other character.
 */
const token =
  /"[^"]*"?|\\[\s\S]|_[\s\S]|\*[\s\S]|\[[^\]]*\]|上午\/下午|General|a{3,4}(?!\/)|d{3,4}|[\s\S]/giu;
/** Kinds of digits by the number with which a format requests them. */
const digitsOf: Readonly<Record<string, SheetDigits>> = { 1: 'plain', 2: 'capital', 3: 'wide' };
/** Characters that the library reads as parts of a format. */
const asciiCharacter = /^[\x20-~]$/;
/** Literal characters that the library misreads. */
const plainLetter = /^[CFIJKLNOQRTUVWXZn]$/;

interface PreparedFormat {
  format: string;
  /** The Chinese digits in which the number is written. */
  digits: SheetDigits | undefined;
  /** True if the format shows the number unchanged. */
  isGeneral: boolean;
}

/** Texts of the cell that the library does not produce itself. */
interface CellTexts {
  weekday(): string;
  /** Returns the number without a format. */
  plain(): string;
}

/**
 * Rewrites a format for the library, which supports neither unquoted Chinese characters nor Chinese weekdays
 * and digits, and rounds a number without a format.
 */
export function prepareFormat(rawFormat: string, { weekday, plain }: CellTexts): PreparedFormat {
  const system = systemFormats.reduce((format, [from, to]) => format.replace(from, to), rawFormat);
  const isChinese = /\[\$-(?:0*804|zh-(?:CN|Hans))\b/i.test(system);
  let digits: PreparedFormat['digits'];
  let isGeneral = false;
  const format = system.replace(token, (part) => {
    const style = /^\[DBNum([123])\]$/i.exec(part)?.[1];
    if (style !== undefined) {
      digits = digitsOf[style];
      return '';
    }
    const locale = /^\[\$([^\]-]*)(?:-[^\]]*)?\]$/.exec(part)?.[1];
    if (locale !== undefined) return locale === '' ? '' : `"${locale}"`;
    if (/^General$/i.test(part)) {
      isGeneral = true;
      return `"${plain()}"`;
    }
    if (/^a{3,4}$/i.test(part)) return `"${part.length === 4 ? '星期' : ''}${weekday()}"`;
    if (/^d{3,4}$/i.test(part))
      return isChinese ? `"${part.length === 4 ? '星期' : '周'}${weekday()}"` : part;
    // A fill character is dropped, because a text has no width to fill.
    if (part.startsWith('*')) return '';
    return part.length > 1 || (asciiCharacter.test(part) && !plainLetter.test(part)) ? part : `"${part}"`;
  });
  return { format, digits, isGeneral };
}
