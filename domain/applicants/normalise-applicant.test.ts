import { describe, expect, it } from 'vitest';
import { ApplicantTerm } from './applicant-term.ts';
import { certificateOfKeyword, normaliseApplicant, normaliseCertCode, sexOf } from './normalise-applicant.ts';

describe('sex of the applicant on an order', () => {
  const card = { applyerType: '1', certCategory: '10', certCode: '11010519491231002X' };
  const passport = { applyerType: '1', certCategory: '20', certCode: 'E12345678' };

  it('is read from the identity card, else from the choice of the form', () => {
    expect(sexOf({ ...card, sex: '1' }, ApplicantTerm.applicant)).toBe('2');
    expect(sexOf({ ...passport, sex: '2' }, ApplicantTerm.petitioner)).toBe('2');
  });

  it('is 1 by default on the petition card (S2 §3), and unknown for items that do not ask', () => {
    expect(sexOf(passport, ApplicantTerm.petitioner)).toBe('1');
    expect(sexOf(passport, ApplicantTerm.applicant)).toBe('0');
  });

  it('stays unknown on the petition card too when unknown was chosen', () => {
    expect(sexOf({ ...passport, sex: '0' }, ApplicantTerm.petitioner)).toBe('0');
  });

  it('is unknown when an organisation applies', () => {
    expect(sexOf({ ...card, applyerType: '2', sex: '1' }, ApplicantTerm.petitioner)).toBe('0');
  });
});

const typed = {
  applyerType: '1',
  enterpriseType: '',
  name: ' 张三 ',
  mobile: ' 13800138000',
  certCategory: '10',
  certCode: ' 11010519491231002x',
  contactNo: '',
  detailAddress: ' 千岛湖镇 ',
  remark: '',
  representName: '',
  representMobile: '',
  representCertCategory: '10',
  representCertCode: '',
};

it('normalises applicant data: trims spaces, writes the x of an identity number as a capital', () => {
  expect(normaliseApplicant(typed, ApplicantTerm.applicant)).toEqual({
    ...typed,
    name: '张三',
    mobile: '13800138000',
    certCode: '11010519491231002X',
    detailAddress: '千岛湖镇',
    sex: '2',
  });
});

it('normalises the data of a representative, and sets the enterprise type when only one is possible', () => {
  const institution = {
    ...typed,
    applyerType: '3',
    representName: ' 李四 ',
    representMobile: '13900139000 ',
    representCertCode: '110105491231002',
  };
  expect(normaliseApplicant(institution, ApplicantTerm.applicant)).toMatchObject({
    enterpriseType: '09',
    representName: '李四',
    representMobile: '13900139000',
    representCertCode: '11010519491231002X',
    sex: '0',
  });
  expect(
    normaliseApplicant({ ...typed, applyerType: '2', enterpriseType: '10' }, ApplicantTerm.applicant),
  ).toMatchObject({ enterpriseType: '10' });
});

it('converts an identity number of 15 digits to the number of 18 digits of the same person', () => {
  expect(normaliseCertCode('10', '110105491231002')).toBe('11010519491231002X');
  expect(normaliseCertCode('10', '11010519491231002x')).toBe('11010519491231002X');
  expect(normaliseCertCode('20', ' e12345678 ')).toBe('E12345678');
});

it('recognises a whole identity number or credit code in a search text, in its stored spelling', () => {
  expect(certificateOfKeyword(' 11010519491231002x ')).toBe('11010519491231002X');
  expect(certificateOfKeyword('110105491231002')).toBe('11010519491231002X');
  expect(certificateOfKeyword('91440101ma560k7qb0')).toBe('91440101MA560K7QB0');
});

it('treats order codes, names and partial numbers as ordinary search texts', () => {
  for (const query of ['2026000001', '电梯', '110105194912310021', '91440101', 'E12345678', ''])
    expect(certificateOfKeyword(query)).toBeUndefined();
});
