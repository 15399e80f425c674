import { describe, expect, it } from 'vitest';
import { readMappings } from '#test/vectors/read-vectors.ts';
import { isMaskRule, MaskRule, mask, maskPhone, maskRuleLabel } from './masks.ts';

const cases = readMappings(new URL('./vectors/masks.txt', import.meta.url)).map(({ input, output }) => {
  const rule = input.slice(0, input.indexOf(' '));
  const value = input.slice(input.indexOf(' ') + 1);
  if (!isMaskRule(rule)) throw new Error(`${rule} is no mask`);
  return { rule, value: value === '""' ? '' : value, output };
});

describe('masks (S1 §5, S2 §5)', () => {
  it.each(cases)('$rule: $value becomes $output', ({ rule, value, output }) => {
    expect(mask(rule, value)).toBe(output);
  });

  it('are tested on every rule and on at least 40 values', () => {
    expect(cases.length).toBeGreaterThanOrEqual(40);
    expect([...new Set(cases.map(({ rule }) => rule))].sort()).toEqual(Object.keys(maskRuleLabel).sort());
  });

  it('always hide a part of a non-empty value, except an address that starts with its sign', () => {
    for (const { rule, value, output } of cases) {
      if (value !== '' && !value.startsWith('@') && value !== '020-') expect(output, rule).toContain('*');
    }
  });

  it('never split a character', () => {
    for (const rule of Object.values(MaskRule)) {
      for (const value of ['𬱟', '𬱟𫟼', '𬱟𫟼𠮷𬱟𫟼𠮷𬱟', '三𬱟@𫟼', '𬱟-𫟼𠮷𫟼', '👨‍👩‍👧一家']) {
        expect(mask(rule, value).isWellFormed()).toBe(true);
      }
    }
  });

  it('count characters: counting code units fails these cases', () => {
    const naive = (value: string) => '*'.repeat(Math.max(0, value.length - 1)) + value.slice(-1);
    const names = cases.filter(({ rule }) => rule === 'name');
    expect(names.filter(({ value, output }) => naive(value) !== output).length).toBeGreaterThan(3);
  });

  it('distinguish a landline from a mobile number', () => {
    expect(maskPhone('020-12345678')).toBe('020-******78');
    expect(maskPhone('13800138000')).toBe('138****8000');
  });
});
