import { describe, expect, it } from 'vitest';
import { checkApplicant } from '#domain/applicants/check-applicant.ts';
import { applicantInput, openApplicantForm } from './applicant-form.ts';

const filled = { name: '王秀英', mobile: '13800138000' };

describe('the applicant card', () => {
  it('says the same as the rule that the server applies', () => {
    const cases = [
      {},
      filled,
      { ...filled, name: '王'.repeat(101) },
      { ...filled, certCode: '110101199003070000' },
      { ...filled, certCategory: '20', certCode: 'E 123' },
      { ...filled, mobile: '12345' },
      { ...filled, contactNo: '81234567' },
      { ...filled, detailAddress: '路'.repeat(501), remark: '急'.repeat(501) },
    ];
    for (const values of cases) {
      const card = openApplicantForm(values);
      const found = card.validate().map(({ field, message }) => `${field}: ${message}`);
      const { name, mobile, certCode, ...rest } = applicantInput(card);
      const rule = checkApplicant({
        certCategory: '10',
        contactNo: '',
        detailAddress: '',
        remark: '',
        ...rest,
        name,
        mobile,
        certCode,
      }).map(({ field, message }) => `${field}: ${message}`);
      expect(found.toSorted()).toEqual(rule.toSorted());
    }
  });

  it('begins with an identity card, and a valid number fills in the sex', () => {
    const card = openApplicantForm();
    expect(applicantInput(card)).toMatchObject({ certCategory: '10', sex: '0' });
    card.store.change('certCode', '11010519491231002X');
    expect(applicantInput(card).sex).toBe('2');
    card.store.change('sex', '1');
    card.store.change('name', '李明');
    expect(applicantInput(card).sex).toBe('1');
  });

  it('sends the codes of the region and comes back from a draft as it was', () => {
    const region = [
      { code: '330000', name: '浙江省' },
      { code: '330100', name: '杭州市' },
    ];
    const card = openApplicantForm({ ...filled, region });
    expect(applicantInput(card).region).toEqual(['330000', '330100']);
    expect(openApplicantForm(card.values()).values()).toEqual(card.values());
  });
});
