import { expect, it } from 'vitest';
import { certificateOfKeyword } from './certificate-keyword.ts';

it('knows a whole identity number or credit code among search words, in the spelling that is kept', () => {
  expect(certificateOfKeyword(' 11010519491231002x ')).toBe('11010519491231002X');
  expect(certificateOfKeyword('110105491231002')).toBe('11010519491231002X');
  expect(certificateOfKeyword('91440101ma560k7qb0')).toBe('91440101MA560K7QB0');
});

it('leaves codes, names and parts of numbers to the ordinary search', () => {
  for (const word of ['2026000001', '电梯', '110105194912310021', '91440101', 'E12345678', ''])
    expect(certificateOfKeyword(word)).toBeUndefined();
});
