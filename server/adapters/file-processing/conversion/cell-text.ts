import { type CellObject, SSF } from '@e965/xlsx';
import { writeSheetDigits } from '#domain/documents/chinese-numbers.ts';
import { prepareFormat } from './sheet-formats.ts';

/**
 * Returns the text that a spreadsheet program shows for a cell. Its digits never differ from those in the
 * file.
 */
export function textOfCell({ t: kind, v: value, z: rawFormat }: CellObject, is1904: boolean): string {
  const format = typeof rawFormat === 'string' ? rawFormat : '';
  switch (kind) {
    case 'n':
      return typeof value === 'number' ? numberText(value, format, is1904) : '';
    case 's':
      return applyTextFormat(String(value ?? ''), format);
    case 'b':
      return value ? 'TRUE' : 'FALSE';
    case 'e':
      return errorTexts[Number(value)] ?? '#N/A';
    default:
      return '';
  }
}

const errorTexts: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};

/** Applies a text format, which may add characters around a text. */
function applyTextFormat(text: string, format: string): string {
  if (!format.includes('@') || format === '@') return text;
  try {
    return SSF.format(prepareFormat(format, { weekday: () => '', plain: () => text }).format, text) as string;
  } catch {
    return text;
  }
}

/** The largest exact number: programs store only the first fifteen digits of a number. */
const maxExact = 999_999_999_999_999;
const exactDigits = 15;
const weekdays = [...'日一二三四五六'];

function numberText(value: number, rawFormat: string, is1904: boolean): string {
  const options = { date1904: is1904 };
  const plain = plainNumber(value);
  if (rawFormat === '' || rawFormat === 'General' || Math.abs(value) > maxExact) return plain;
  const dayOf = () => SSF.parse_date_code(value, options) as { q: number } | null;
  const { format, digits, isGeneral } = prepareFormat(rawFormat, {
    weekday: () => weekdays[dayOf()?.q ?? -1] ?? '',
    plain: () => plain,
  });
  // A format for texts only.
  if (format.includes('@') && !format.includes(';')) return plain;
  try {
    const isDate = SSF.is_date(format) as boolean;
    // For a date outside the supported range, a spreadsheet program shows crosses.
    if (isDate && dayOf() === null) return plain;
    const text = (SSF.format(format, value, options) as string).trim();
    // More digits than the number has: the last ones would be invented.
    if (!isDate && text.replace(/\D/g, '').replace(/^0+/, '').length > exactDigits) return plain;
    return digits ? writeSheetDigits(text, digits, isDate ? 'date' : isGeneral ? 'number' : 'figures') : text;
  } catch {
    return plain;
  }
}

/**
 * Returns a number with every digit that a spreadsheet stores, without the rounding errors of binary
 * fractions.
 */
function plainNumber(value: number): string {
  if (Number.isSafeInteger(value) && Math.abs(value) <= maxExact) return String(value);
  const rounded = Number(value.toPrecision(exactDigits));
  const text = Math.abs(rounded) > maxExact ? rounded.toExponential() : String(rounded);
  return text.replace('e', 'E');
}
