import { expect, test } from 'vitest';
import { ApplicantWord, applicantTexts } from './applicant-word.ts';
import { type ApplicantFacts, checkApplicant } from './check-applicant.ts';

const nobody: ApplicantFacts = {
  applyerType: '',
  enterpriseType: '',
  name: '',
  mobile: '',
  certCategory: '',
  certCode: '',
  contactNo: '',
  detailAddress: '',
  remark: '',
  representName: '',
  representMobile: '',
  representCertCategory: '',
  representCertCode: '',
};

const saidTo = (word: ApplicantWord) => [
  ...Object.values(applicantTexts(word)).map((text) => (typeof text === 'string' ? text : text('电梯投诉'))),
  ...checkApplicant(nobody, word).map(({ message }) => message),
];

test('a petition speaks of the petitioner in every text, and never of an applicant', () => {
  const texts = saidTo(ApplicantWord.petitioner);
  expect(texts.filter((text) => text.includes('申请'))).toEqual([]);
  expect(texts).toContain('信访人姓名不能为空');
  expect(applicantTexts(ApplicantWord.petitioner).noMobile).toBe('信访人没有登记手机号，不能发送短信');
});

test('another matter speaks of the applicant, and never of a petitioner', () => {
  const texts = saidTo(ApplicantWord.applicant);
  expect(texts.filter((text) => text.includes('信访人'))).toEqual([]);
  expect(texts).toContain('申请人姓名不能为空');
});
