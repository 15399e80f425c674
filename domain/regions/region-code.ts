import { AdministrativeLevel } from '../enumerations/administrative-level.ts';

/** A region tree starts at county level unless a call says otherwise (S1 §9, S2 Region data). */
export const defaultRegionLevel = AdministrativeLevel.county;

/** The whole country, above the provinces. */
export const nationCode = '100000';

/** The province-level entry 其他 of the specification; it has nothing below it (S2 Region data). */
const otherRegionCode = '999';

/** Fills a region code with zeros on the right up to 6 digits: `44` → `440000` (S1 §9, S2 §9). Longer codes stay. */
export function padRegionCode(code: string): string {
  return code.padEnd(6, '0');
}

/**
 * Returns a region code as it is kept and sent: of at least 6 digits, but 999 (其他) as it is (S1 §9, S2 Region
 * data).
 */
export function wholeRegionCode(code: string): string {
  return code === otherRegionCode ? code : padRegionCode(code);
}

/** Checks for a region code: 2, 4, 6, 9 or 12 digits, or 999 (其他). */
export function isRegionCode(code: string): boolean {
  return code === otherRegionCode || /^(?:\d{2}|\d{4}|\d{6}|\d{9}|\d{12})$/.test(code);
}

/**
 * Returns the level of a region by its code, undefined when it is none. NOTE: 441900, 442000 and 460400 are
 * both a city and its only county; the code alone is read as the city.
 */
export function levelOfRegionCode(code: string): AdministrativeLevel | undefined {
  if (!isRegionCode(code)) return undefined;
  const own = significantDigits(code);
  if (own === '') return AdministrativeLevel.nation;
  if (own === otherRegionCode) return AdministrativeLevel.province;
  return levelByLength[own.length];
}

const levelByLength: Readonly<Record<number, AdministrativeLevel>> = {
  2: AdministrativeLevel.province,
  4: AdministrativeLevel.city,
  6: AdministrativeLevel.county,
  9: AdministrativeLevel.town,
  12: AdministrativeLevel.village,
};

/**
 * Returns the digits that the codes of everything below a region begin with: `440000` → `44`, `440100` →
 * `4401`, the country → nothing at all. Queries match by this prefix.
 */
export function areaPrefix(code: string): string {
  return significantDigits(code);
}

function significantDigits(code: string): string {
  const padded = padRegionCode(code);
  if (padded === nationCode) return '';
  if (padded === padRegionCode(otherRegionCode)) return otherRegionCode;
  // Twelve digits are also how statistics spell every higher level; nine are always a town, 350527000 is one.
  if (padded.length === 12 && padded.endsWith('000000')) return significantDigits(padded.slice(0, 6));
  if (padded.length === 12 && padded.endsWith('000')) return padded.slice(0, 9);
  if (padded.length > 6) return padded;
  if (padded.endsWith('0000')) return padded.slice(0, 2);
  return padded.endsWith('00') ? padded.slice(0, 4) : padded;
}

/**
 * Checks whether a region is an area itself or lies below it, however either code is padded. Unknown codes
 * lie nowhere.
 */
export function isWithinArea(code: string, area: string): boolean {
  if (!isRegionCode(code) || !isRegionCode(area)) return false;
  const own = significantDigits(code);
  const prefix = significantDigits(area);
  // 999 begins with no province's digits but is written with three, so only itself and the country contain it.
  if (own === otherRegionCode || prefix === otherRegionCode) return prefix === '' || prefix === own;
  return own.startsWith(prefix);
}

/**
 * Returns the code one level up: town → county → city → province → country; undefined for the country and for
 * no region.
 */
export function parentRegionCode(code: string): string | undefined {
  if (!isRegionCode(code)) return undefined;
  const own = significantDigits(code);
  if (own === '') return undefined;
  if (own === otherRegionCode || own.length === 2) return nationCode;
  return padRegionCode(own.slice(0, own.length > 6 ? own.length - 3 : own.length - 2));
}
