import { isLocalDate } from '../calendar/local-date.ts';
import { Gender } from '../enumerations/gender.ts';

/** Facts about the holder that an identity number contains. */
export interface IdCardFacts {
  birthDate: string;
  gender: Gender;
  /** Six-digit code of the county that issued the number. */
  areaCode: string;
}

/** Weights of the 17 digits before the check digit (GB 11643). */
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const checkDigits = '10X98765432';

// Years outside these three centuries are valid dates, but not possible birth years.
const shape18 = /^[1-9]\d{5}(?:18|19|20)\d{9}[\dXx]$/;
const shape15 = /^[1-9]\d{14}$/;

/**
 * Checks whether an identity number is valid: 15 or 18 characters, an existing birth date, and for 18 the
 * weighted check digit, whose X may be lower case (S1 §5, S2 §5). The caller trims surrounding spaces.
 */
export function isIdCard(number: string): boolean {
  if (shape18.test(number)) {
    return isLocalDate(birthDateOf(number)) && number.at(17)?.toUpperCase() === checkDigitOf(number);
  }
  return shape15.test(number) && isLocalDate(birthDateOf(number));
}

/** Returns birth date, sex and area of a valid identity number; undefined for an invalid one. */
export function readIdCard(number: string): IdCardFacts | undefined {
  if (!isIdCard(number)) return undefined;
  return { birthDate: birthDateOf(number), gender: genderOf(number), areaCode: number.slice(0, 6) };
}

/**
 * Returns the sex by the last digit of the sequence number, odd for men; unknown for an invalid number (S1
 * §5).
 */
export function genderOfIdCard(number: string): Gender {
  return readIdCard(number)?.gender ?? Gender.unknown;
}

/**
 * Returns the 18-character form, with a capital X, of a valid identity number of either length; undefined for
 * an invalid one.
 */
export function toIdCard18(number: string): string | undefined {
  if (!isIdCard(number)) return undefined;
  if (number.length === 18) return number.toUpperCase();
  const body = `${number.slice(0, 6)}19${number.slice(6)}`;
  return body + checkDigitOf(body);
}

/** Returns the check digit for the first 17 digits of an identity number. */
export function checkDigitOf(number: string): string {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(number[index]), 0);
  return checkDigits[sum % 11] ?? '';
}

function birthDateOf(number: string): string {
  // Numbers of 15 digits belong to people born in the 20th century and leave out its two digits.
  const digits = number.length === 18 ? number.slice(6, 14) : `19${number.slice(6, 12)}`;
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`;
}

function genderOf(number: string): Gender {
  const digit = Number(number.length === 18 ? number[16] : number[14]);
  return digit % 2 === 1 ? Gender.male : Gender.female;
}
