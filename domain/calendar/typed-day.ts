import { isLocalDate, type LocalDate } from './local-date.ts';

/** Maximum number of characters of a typed day with its time; a longer text cannot be one. */
export const maxTypedDayLength = 30;

const separated = /^(?:(\d{4})[-/.·。年])?(\d{1,2})[-/.·。月](\d{1,2})[日号]?$/;
const digits = /^(\d{4})?(\d{2})(\d{2})$/;
const withTime = /^(.+?)[ T]+(\d{1,2})[:时点](\d{2})分?$/;

/**
 * Returns the day that a person means by a typed text, such as `2026-11-2`, `2026年11月2日`, `20261102`, `11.2` or `1102`;
 * undefined if the text is no day. A text without a year means the year of `today`: the rules of the field decide whether
 * this day is accepted, and no other year is guessed.
 */
export function readTypedDay(text: string, today: LocalDate): LocalDate | undefined {
  // NFKC turns the wide digits and signs of a Chinese keyboard into plain ones.
  const plain = text.normalize('NFKC').replaceAll(/\s/g, '');
  const [, year = today.slice(0, 4), month = '', day = ''] =
    separated.exec(plain) ?? digits.exec(plain) ?? [];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isLocalDate(date) ? date : undefined;
}

/** Returns the minute, `YYYY-MM-DD HH:mm`, of a typed day with a time, such as `11.20 9:30`; undefined for other texts. */
export function readTypedMinute(text: string, today: LocalDate): string | undefined {
  const [, dayText = '', hour = '', minute = ''] = withTime.exec(text.normalize('NFKC').trim()) ?? [];
  const day = readTypedDay(dayText, today);
  return day === undefined || Number(hour) > 23 || Number(minute) > 59
    ? undefined
    : `${day} ${hour.padStart(2, '0')}:${minute}`;
}
