import { AdministrativeLevel } from '../enumerations/administrative-level.ts';

/** Level at which a region tree starts, unless a call sets another (S1 §9, S2 Region data). */
export const defaultRegionLevel = AdministrativeLevel.county;

/** The whole country, above the provinces. */
export const nationCode = '100000';

/** The province-level entry 其他 of the specification, which has no regions below it (S2 Region data). */
const otherRegionCode = '999';

/**
 * Fills a region code with zeros on the right up to 6 digits: `44` → `440000` (S1 §9, S2 §9). Longer codes
 * are unchanged.
 */
export function padRegionCode(code: string): string {
  return code.padEnd(6, '0');
}

/**
 * Returns a region code as it is stored and sent: with at least 6 digits, but 999 (其他) unchanged (S1 §9, S2
 * Region data).
 */
export function canonicalRegionCode(code: string): string {
  return code === otherRegionCode ? code : padRegionCode(code);
}

/** Checks that a code is a region code: 2, 4, 6, 9 or 12 digits, or 999 (其他). */
export function isRegionCode(code: string): boolean {
  return code === otherRegionCode || /^(?:\d{2}|\d{4}|\d{6}|\d{9}|\d{12})$/.test(code);
}

/**
 * Returns the level of a region by its code; undefined for an invalid code. NOTE: 441900, 442000 and 460400
 * are both a city and its only county; the code alone is read as the city.
 */
export function levelOfRegionCode(code: string): AdministrativeLevel | undefined {
  if (!isRegionCode(code)) return undefined;
  const digits = significantDigits(code);
  if (digits === '') return AdministrativeLevel.nation;
  if (digits === otherRegionCode) return AdministrativeLevel.province;
  return levelByLength[digits.length];
}

const levelByLength: Readonly<Record<number, AdministrativeLevel>> = {
  2: AdministrativeLevel.province,
  4: AdministrativeLevel.city,
  6: AdministrativeLevel.county,
  9: AdministrativeLevel.town,
  12: AdministrativeLevel.village,
};

/**
 * Returns the digits with which the codes of a region and everything below it begin: `440000` → `44`,
 * `440100` → `4401`, the country → an empty text. Queries use this prefix.
 */
export function regionPrefix(code: string): string {
  return significantDigits(code);
}

function significantDigits(code: string): string {
  const padded = padRegionCode(code);
  if (padded === nationCode) return '';
  if (padded === padRegionCode(otherRegionCode)) return otherRegionCode;
  // Statistics also pad codes of higher levels to twelve digits, so trailing zeros are removed; a nine-digit
  // code is always a town, even with zeros (350527000).
  if (padded.length === 12 && padded.endsWith('000000')) return significantDigits(padded.slice(0, 6));
  if (padded.length === 12 && padded.endsWith('000')) return padded.slice(0, 9);
  if (padded.length > 6) return padded;
  if (padded.endsWith('0000')) return padded.slice(0, 2);
  return padded.endsWith('00') ? padded.slice(0, 4) : padded;
}

/**
 * Checks whether a code is that of a region or of one below it, whatever the padding of the codes. Unknown
 * codes are in no region.
 */
export function isWithinRegion(code: string, region: string): boolean {
  if (!isRegionCode(code) || !isRegionCode(region)) return false;
  const digits = significantDigits(code);
  const prefix = significantDigits(region);
  // 999 begins like no province's code, so only itself and the country contain it.
  if (digits === otherRegionCode || prefix === otherRegionCode) return prefix === '' || prefix === digits;
  return digits.startsWith(prefix);
}

/**
 * Returns the code one level up: town → county → city → province → country; undefined for the country and for
 * an invalid code.
 */
export function parentRegionCode(code: string): string | undefined {
  if (!isRegionCode(code)) return undefined;
  const digits = significantDigits(code);
  if (digits === '') return undefined;
  if (digits === otherRegionCode || digits.length === 2) return nationCode;
  return padRegionCode(digits.slice(0, digits.length > 6 ? digits.length - 3 : digits.length - 2));
}
