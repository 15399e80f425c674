import { expect, it } from 'vitest';
import { sexOf, tidyApplicant, tidyCertCode } from './tidy-applicant.ts';

it('derives the sex from an identity card, and takes the chosen one for other certificates (S2 §3)', () => {
  expect(sexOf({ certCategory: '10', certCode: '11010519491231002X', sex: '1' })).toBe('2');
  expect(sexOf({ certCategory: '20', certCode: 'E12345678', sex: '2' })).toBe('2');
  expect(sexOf({ certCategory: '20', certCode: 'E12345678' })).toBe('1');
});

it('keeps it tidy: no spaces around, the x of a card in capitals', () => {
  const typed = {
    name: ' 张三 ',
    mobile: ' 13800138000',
    certCategory: '10',
    certCode: ' 11010519491231002x',
    contactNo: '',
    detailAddress: ' 千岛湖镇 ',
    remark: '',
  };
  expect(tidyApplicant(typed)).toEqual({
    ...typed,
    name: '张三',
    mobile: '13800138000',
    certCode: '11010519491231002X',
    detailAddress: '千岛湖镇',
    sex: '2',
  });
});

it('makes one applicant of an old card of 15 digits and the new one of the same person', () => {
  expect(tidyCertCode('10', '110105491231002')).toBe('11010519491231002X');
  expect(tidyCertCode('10', '11010519491231002x')).toBe('11010519491231002X');
  expect(tidyCertCode('20', ' e12345678 ')).toBe('E12345678');
});
