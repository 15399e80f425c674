import { describe, expect, it } from 'vitest';
import { readMappings } from '#test/vectors/read-vectors.ts';
import {
  defaultRegionLevel,
  isRegionCode,
  isWithinRegion,
  levelOfRegionCode,
  padRegionCode,
  parentRegionCode,
  regionPrefix,
} from './region-code.ts';

const within = readMappings(new URL('./vectors/within-region.txt', import.meta.url)).map(
  ({ input, output, reason }) => {
    const [code = '', region = ''] = input.split(' in ');
    return { code, region, output, reason };
  },
);

describe('region code within a region', () => {
  it.each(within)('is decided for $code in $region: $output ($reason)', ({ code, region, output }) => {
    expect(isWithinRegion(code, region) ? 'yes' : 'no').toBe(output);
  });

  it('needs more than a comparison of prefixes: a check of padded codes fails these cases', () => {
    const naive = (code: string, region: string) => code.startsWith(region);
    expect(
      within.filter(({ code, region, output }) => (naive(code, region) ? 'yes' : 'no') !== output).length,
    ).toBeGreaterThan(10);
    expect(within.length).toBeGreaterThanOrEqual(40);
  });
});

describe('region code', () => {
  it('is padded to six digits (S2 §9)', () => {
    expect(['44', '4401', '440103', '440103001', '999'].map(padRegionCode)).toEqual([
      '440000',
      '440100',
      '440103',
      '440103001',
      '999000',
    ]);
  });

  it('has a level, and the default level is 3', () => {
    const levels = ['100000', '44', '440000', '999', '4401', '441900', '440103', '440103001', '440103001001'];
    expect(levels.map(levelOfRegionCode)).toEqual([0, 1, 1, 1, 2, 2, 3, 4, 5]);
    expect(levelOfRegionCode('44010')).toBeUndefined();
    expect(defaultRegionLevel).toBe(3);
  });

  it('has its parents step by step up to the country', () => {
    const path: string[] = [];
    for (let code: string | undefined = '440103001001'; code !== undefined; code = parentRegionCode(code)) {
      path.push(code);
    }
    expect(path).toEqual(['440103001001', '440103001', '440103', '440100', '440000', '100000']);
    expect(parentRegionCode('999')).toBe('100000');
    expect(parentRegionCode('x')).toBeUndefined();
  });

  it('gives the prefix of all codes below it', () => {
    expect(
      ['100000', '440000', '440100', '440103', '440103001', '440103001000', '999'].map(regionPrefix),
    ).toEqual(['', '44', '4401', '440103', '440103001', '440103001', '999']);
  });

  it('has 2, 4, 6, 9 or 12 digits', () => {
    expect(['44', '4401', '440103', '440103001', '440103001001', '999'].every(isRegionCode)).toBe(true);
    expect(['', '4', '440', '44010', '4401030', '44a1', '４４'].some(isRegionCode)).toBe(false);
  });
});
