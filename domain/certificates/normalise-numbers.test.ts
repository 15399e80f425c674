import { describe, expect, it } from 'vitest';
import { normaliseName, normaliseNumber, normalisePhone } from './normalise-numbers.ts';

describe('pasted number', () => {
  it.each([
    ['138 0013 8000', '13800138000'],
    ['138-0013-8000', '13800138000'],
    ['+86 13800138000', '13800138000'],
    ['+86-138-0013-8000', '13800138000'],
    ['(+86)13800138000', '13800138000'],
    ['0086 13800138000', '13800138000'],
    ['8613800138000', '13800138000'],
    ['１３８００１３８０００', '13800138000'],
    ['\u202d13800138000\u202c', '13800138000'],
    ['020－1234 5678', '020-12345678'],
    ['0571–12345678', '0571-12345678'],
    ['12345', '12345'],
  ])('%s becomes the telephone number %s', (typed, number) => {
    expect(normalisePhone(typed)).toBe(number);
  });

  it('of a certificate loses only its spaces', () => {
    expect(normaliseNumber(' 110105 19491231\u3000002ｘ ')).toBe('11010519491231002x');
    expect(normaliseNumber('E1234-5678')).toBe('E1234-5678');
  });
});

describe('typed name', () => {
  it.each([
    ['阿依古丽.买买提', '阿依古丽·买买提'],
    ['阿依古丽 • 买买提', '阿依古丽·买买提'],
    ['阿依古丽・买买提', '阿依古丽·买买提'],
    [' 张 \u3000 三 ', '张 三'],
    ['A. Smith', 'A. Smith'],
    ['王小明', '王小明'],
  ])('%s becomes %s', (typed, name) => {
    expect(normaliseName(typed)).toBe(name);
  });
});
