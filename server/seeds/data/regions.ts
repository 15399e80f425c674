import { readFileSync } from 'node:fs';
import { AdministrativeLevel } from '#domain/enumerations/administrative-level.ts';
import { padRegionCode } from '#domain/regions/region-code.ts';

/**
 * A region of the seed. The key is level and code together: 441900, 442000 and 460400 are each a city and
 * also the only county below it. Provinces have no parent.
 */
export interface RegionRow {
  code: string;
  name: string;
  level: AdministrativeLevel;
  parentCode: string | null;
  parentLevel: AdministrativeLevel | null;
}

/**
 * As `scripts/data/extract-regions.mjs` writes it: codes without padding, towns by county with the remaining
 * digits.
 */
interface RegionFile {
  source: string;
  provinces: Record<string, string>;
  cities: Record<string, string>;
  counties: Record<string, string>;
  towns: Record<string, Record<string, string>>;
}

/**
 * Yields all regions, each after its parent: 35 provinces (4 of them without children), 342 cities, 2,978
 * counties, 41,352 towns.
 */
export function* readRegions(): Generator<RegionRow> {
  const file = JSON.parse(readFileSync(new URL('./regions.json', import.meta.url), 'utf8')) as RegionFile;
  const { province, city, county, town } = AdministrativeLevel;
  for (const [code, name] of Object.entries(file.provinces)) {
    // 999 (其他) has three digits in the specification and keeps them.
    const full = code.length === 2 ? padRegionCode(code) : code;
    yield { code: full, name, level: province, parentCode: null, parentLevel: null };
  }
  for (const [code, name] of Object.entries(file.cities)) {
    const parentCode = padRegionCode(code.slice(0, 2));
    yield { code: padRegionCode(code), name, level: city, parentCode, parentLevel: province };
  }
  for (const [code, name] of Object.entries(file.counties)) {
    const parentCode = padRegionCode(code.slice(0, 4));
    yield { code, name, level: county, parentCode, parentLevel: city };
  }
  for (const [parentCode, towns] of Object.entries(file.towns)) {
    for (const [digits, name] of Object.entries(towns)) {
      yield { code: `${parentCode}${digits}`, name, level: town, parentCode, parentLevel: county };
    }
  }
}
