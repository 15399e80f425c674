import { describe, expect, it } from 'vitest';
import { readMappings } from '#test/vectors/read-vectors.ts';
import { ApplicantTerm } from './applicant-term.ts';
import { applicantTexts } from './applicant-texts.ts';
import { type ApplicantFacts, checkApplicant } from './check-applicant.ts';

const person: ApplicantFacts = {
  applyerType: '1',
  enterpriseType: '',
  name: '王秀英',
  mobile: '13800138000',
  certCategory: '10',
  certCode: '',
  contactNo: '',
  detailAddress: '',
  remark: '',
  representName: '',
  representMobile: '',
  representCertCategory: '10',
  representCertCode: '',
};
const company: ApplicantFacts = {
  ...person,
  applyerType: '2',
  enterpriseType: '10',
  name: '杭州西湖茶业有限公司',
  certCategory: '49',
  certCode: '91440101MA560K7QB0',
  representName: '李四',
  representMobile: '13900139000',
  representCertCode: '11010519491231002X',
};

const problemsOf = (applicant: ApplicantFacts, term: ApplicantTerm = ApplicantTerm.applicant) =>
  checkApplicant(applicant, term).map(({ field, message }) => `${field} ${message}`);

describe('applicant (S1 §5, S2 §5)', () => {
  it.each(readMappings(new URL('./vectors/applicant.txt', import.meta.url)))(
    'with $input is checked with the result: $output',
    (line) => {
      const [termName, ...changes] = line.input.split(' ');
      const change = Object.fromEntries(
        changes.map((pair) => pair.split('=')).map(([field, value]) => [field, value === '-' ? '' : value]),
      );
      const term = termName === 'petitioner' ? ApplicantTerm.petitioner : ApplicantTerm.applicant;
      const problems = problemsOf({ ...(termName === 'company' ? company : person), ...change }, term);
      expect(problems.join(' / ') || '正确').toBe(line.output);
    },
  );

  it('uses the term of the item in messages: 信访人姓名不能为空 on the petition card (S2 §5)', () => {
    const withoutName = { ...person, name: ' \u200b\u3164' };
    expect(problemsOf(withoutName, ApplicantTerm.petitioner)).toEqual(['name 信访人姓名不能为空']);
    expect(problemsOf(withoutName, ApplicantTerm.applicant)).toEqual(['name 申请人姓名不能为空']);
  });

  it('limits the length of names, address and remark in characters', () => {
    expect(problemsOf({ ...person, name: '𠮷'.repeat(100) })).toEqual([]);
    expect(problemsOf({ ...person, name: '王'.repeat(101) })).toEqual(['name 请输入不超过100个字符']);
    expect(problemsOf({ ...company, representName: '李'.repeat(101) })).toEqual([
      'representName 请输入不超过100个字符',
    ]);
    expect(problemsOf({ ...person, detailAddress: '路'.repeat(501), remark: '急'.repeat(501) })).toEqual([
      'detailAddress 请输入不超过500个字符',
      'remark 请输入不超过500个字符',
    ]);
  });
});

const emptyApplicant = Object.fromEntries(
  Object.keys(person).map((field) => [field, '']),
) as unknown as ApplicantFacts;

const textsFor = (term: ApplicantTerm) => [
  ...Object.values(applicantTexts(term)).map((text) => (typeof text === 'string' ? text : text('电梯投诉'))),
  ...checkApplicant(emptyApplicant, term).map(({ message }) => message),
];

it('a petition uses 信访人 in every text and never 申请人', () => {
  const texts = textsFor(ApplicantTerm.petitioner);
  expect(texts.filter((text) => text.includes('申请'))).toEqual([]);
  expect(texts).toContain('信访人姓名不能为空');
  expect(applicantTexts(ApplicantTerm.petitioner).noMobile).toBe('信访人没有登记手机号，不能发送短信');
});

it('another item uses 申请人 in every text and never 信访人', () => {
  const texts = textsFor(ApplicantTerm.applicant);
  expect(texts.filter((text) => text.includes('信访人'))).toEqual([]);
  expect(texts).toContain('申请人姓名不能为空');
});
