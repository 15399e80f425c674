import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Applicant } from '#contract/applicant.ts';
import { PetitionHistoryButton } from '../../petition-history/PetitionHistoryButton.tsx';
import { renderPart } from '../test-screen.tsx';
import { ApplicantSection } from './ApplicantSection.tsx';

const person: Applicant = {
  name: '**英',
  sex: '2',
  mobile: '138****8000',
  certCategory: '10',
  certCategoryLabel: '居民身份证',
  certCode: '**************002X',
  address: '浙江省 杭州********',
  region: [{ code: '330000', name: '浙江省' }],
  detailAddress: '****',
  contactNo: '',
  remark: '',
  applyerType: '1',
  applyerTypeLabel: '自然人',
  enterpriseType: '',
  enterpriseTypeLabel: '',
  representName: '',
  representMobile: '',
  representCertCategory: '10',
  representCertCategoryLabel: '居民身份证',
  representCertCode: '',
  masked: true,
};
const company: Applicant = {
  ...person,
  name: '杭州*******司',
  sex: '0',
  certCategory: '49',
  certCategoryLabel: '统一社会信用代码',
  applyerType: '2',
  applyerTypeLabel: '企业法人',
  enterpriseType: '10',
  enterpriseTypeLabel: '有限责任公司',
  representName: '*四',
  representCertCode: '**************0018',
};
const order = { code: '2026000123', applicantWord: '信访人', isPetition: true } as const;
const labels = () => screen.getAllByRole('term').map(({ textContent }) => textContent);

describe('applicant of an order', () => {
  it('shows a person with sex and without representative', () => {
    renderPart(
      <ApplicantSection
        PetitionHistory={PetitionHistoryButton}
        order={order}
        applicant={person}
        mayReveal={false}
      />,
    );
    expect(labels()).toContain('性别');
    expect(labels()).not.toContain('法定代表人姓名');
  });

  it('shows an organisation with its kind and representative, and without sex (S1 §3)', () => {
    renderPart(
      <ApplicantSection
        PetitionHistory={PetitionHistoryButton}
        order={order}
        applicant={company}
        mayReveal={false}
      />,
    );
    for (const label of ['单位名称', '组织类型', '企业类型', '法定代表人姓名', '法定代表人证件号码'])
      expect(labels()).toContain(label);
    expect(labels()).not.toContain('性别');
    for (const text of ['企业法人', '有限责任公司', '统一社会信用代码', '*四'])
      expect(screen.getByText(text)).toBeTruthy();
  });

  it('uses the item’s name for the applicant when there is none', () => {
    renderPart(
      <ApplicantSection
        PetitionHistory={PetitionHistoryButton}
        order={order}
        applicant={null}
        mayReveal={false}
      />,
    );
    expect(screen.getByText('该办件没有信访人信息')).toBeTruthy();
  });
});
