import { describe, expect, it } from 'vitest';
import { isWithinRegion, levelOfRegionCode } from '#domain/regions/region-code.ts';
import { type RegionRow, readRegions } from './regions.ts';

const regions = [...readRegions()];
const key = ({ level, code }: Pick<RegionRow, 'level' | 'code'>) => `${level}/${code}`;
const atLevel = (level: number) => regions.filter((region) => region.level === level);

describe('the region seed', () => {
  it('has 31 provinces and 4 entries without children, 342 cities, 2,978 counties and 41,352 towns', () => {
    expect([1, 2, 3, 4].map((level) => atLevel(level).length)).toEqual([31 + 4, 342, 2978, 41_352]);
    expect(regions).toHaveLength(44_707);
  });

  it('has no duplicate key; three codes are both a city and its only county', () => {
    expect(new Set(regions.map(key)).size).toBe(regions.length);
    const cities = new Set(atLevel(2).map(({ code }) => code));
    expect(
      atLevel(3)
        .filter(({ code }) => cities.has(code))
        .map(({ code }) => code),
    ).toEqual(['441900', '442000', '460400']);
  });

  it('lists every parent before its child, and each child lies within its parent', () => {
    const seen = new Set<string>();
    for (const region of regions) {
      if (region.parentCode !== null && region.parentLevel !== null) {
        expect(seen.has(key({ level: region.parentLevel, code: region.parentCode }))).toBe(true);
        expect(isWithinRegion(region.code, region.parentCode)).toBe(true);
      }
      seen.add(key(region));
    }
    expect(atLevel(1).every(({ parentCode }) => parentCode === null)).toBe(true);
  });

  it('has Taiwan, Hong Kong, Macao and 其他 without children (S2 Region data)', () => {
    const childless = atLevel(1).filter(({ code }) => !regions.some(({ parentCode }) => parentCode === code));
    expect(childless.map(({ code, name }) => [code, name])).toEqual([
      ['710000', '台湾省'],
      ['810000', '香港特别行政区'],
      ['820000', '澳门特别行政区'],
      ['999', '其他'],
    ]);
  });

  it('has known cities, counties and towns of 2023', () => {
    const find = (level: number, code: string) =>
      regions.find((region) => key(region) === key({ level: level as 1, code }));
    expect(find(3, '659012')?.name).toBe('白杨市');
    expect(find(2, '110100')?.name).toBe('市辖区');
    expect(find(4, '441900003')).toEqual({
      code: '441900003',
      name: '东城街道',
      level: 4,
      parentCode: '441900',
      parentLevel: 3,
    });
  });

  it('has levels that match the codes, except for the three counties that repeat their city', () => {
    expect(regions.filter(({ code, level }) => levelOfRegionCode(code) !== level).map(key)).toEqual([
      '3/441900',
      '3/442000',
      '3/460400',
    ]);
  });

  it('has no empty or untrimmed names', () => {
    expect(regions.filter(({ name }) => name.trim() !== name || name === '')).toEqual([]);
  });
});
