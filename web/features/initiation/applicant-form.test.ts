import { describe, expect, it } from 'vitest';
import { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { checkApplicant } from '#domain/applicants/check-applicant.ts';
import { fullAuthority } from '#domain/forms/authority.ts';
import { buildForm } from '#domain/forms/test-forms.ts';
import { FormStore } from '#web/toolkit/form/form-store.ts';
import { createFormHandle } from '#web/toolkit/open-forms/open-forms.ts';
import { fieldsToFill } from './ApplicantValuesButton.tsx';
import {
  applicantInput,
  applicantName,
  fieldOnCard,
  openApplicantForm,
  serveTypeInput,
} from './applicant-form.ts';

const permit = { applicantWord: ApplicantTerm.applicant, serveTypes: ['window', 'online'] as const };
const petition = { applicantWord: ApplicantTerm.petitioner, serveTypes: ['letter'] as const };
const personValues = { name: '王秀英', mobile: '13800138000' };
const company = {
  applyerKind: 'organisation',
  enterpriseType: '10',
  legalName: '杭州西湖茶业有限公司',
  mobile: '13800138000',
  certCategory: '49',
  certCode: '91440101MA560K7QB0',
  representName: '李四',
};

describe('与申请人一致', () => {
  const fields = [
    { id: 'who', title: '申请人', 'x-component': 'single-line', 'x-applicant': 'name' },
    { id: 'company', title: '单位', 'x-component': 'single-line', 'x-applicant': 'organisationName' },
    {
      id: 'credit',
      title: '代码',
      'x-component': 'single-line',
      'x-applicant': 'certCode',
      rules: [{ rule: 'certificate', category: '49' }],
    },
    { id: 'head', title: '法定代表人', 'x-component': 'single-line', 'x-applicant': 'representName' },
    { id: 'note', title: '说明', 'x-component': 'single-line' },
  ] as const;
  const fillValues = (card: object) => {
    const form = buildForm(fields);
    const settings = { values: {}, authority: fullAuthority, mode: 'edit' } as const;
    const handle = createFormHandle(new FormStore(form, settings), 'form');
    return Object.fromEntries(fieldsToFill(form.fields, handle, openApplicantForm(permit, { ...card })));
  };

  it('takes over the values of the applicant that the form names', () => {
    expect(fillValues(company)).toEqual({
      who: '杭州西湖茶业有限公司',
      company: '杭州西湖茶业有限公司',
      credit: '91440101MA560K7QB0',
      head: '李四',
    });
  });

  it('takes over no number of another kind, nothing empty, and nothing that the card hides', () => {
    expect(fillValues({ ...personValues, certCode: '110101199003078515', representName: '李四' })).toEqual({
      who: '王秀英',
    });
  });
});

describe('applicant card', () => {
  it('reports the same problems as the server’s rule, for persons and organisations', () => {
    const cases = [
      {},
      personValues,
      { ...personValues, name: '王'.repeat(101) },
      { ...personValues, certCode: '110101199003070000' },
      { ...personValues, certCategory: '20', certCode: 'E 123' },
      { ...personValues, mobile: '12345' },
      { ...personValues, mobile: '020-81234567' },
      { ...personValues, contactNo: '81234567' },
      { ...personValues, mobile: '', contactNo: '020-12345678' },
      { ...personValues, mobile: '81234567', contactNo: '020-12345678' },
      { ...personValues, detailAddress: '路'.repeat(501), remark: '急'.repeat(501) },
      company,
      { applyerKind: 'organisation', certCategory: '49' },
      { ...company, certCode: '91440101ma560k7qb0' },
      { ...company, legalName: '茶'.repeat(101), representName: '' },
      { ...company, representMobile: '020-81234567', representCertCode: '123' },
      { ...company, applyerType: '3', enterpriseType: '' },
      { ...company, applyerType: '5', enterpriseType: '' },
    ];
    for (const settings of [permit, petition]) {
      for (const values of cases) {
        const card = openApplicantForm(settings, values);
        const found = card.validate().map(({ field, message }) => `${field}: ${message}`);
        const rule = checkApplicant(applicantInput(card), settings.applicantWord).map(
          ({ field, message }) => `${fieldOnCard(card, field)}: ${message}`,
        );
        expect(found.toSorted()).toEqual(rule.toSorted());
      }
    }
  });

  it('shows 信访人姓名不能为空 when the name of a petition is left empty (S2 §5)', () => {
    const card = openApplicantForm(petition);
    card.store.validateField('name');
    expect(card.store.view('name').problems).toEqual(['信访人姓名不能为空']);
    card.store.change('name', '王'.repeat(101));
    expect(card.store.view('name').problems).toEqual(['请输入不超过100个字符']);
  });

  it('starts with an identity card, and a valid number fills in the sex', () => {
    const card = openApplicantForm(permit);
    expect(applicantInput(card)).toMatchObject({ certCategory: '10', sex: '0' });
    card.store.change('certCode', '11010519491231002X');
    expect(applicantInput(card).sex).toBe('2');
    card.store.change('sex', '1');
    card.store.change('name', '李明');
    expect(applicantInput(card).sex).toBe('1');
  });

  it('starts with an unknown sex on the petition card too, until the certificate gives it', () => {
    const card = openApplicantForm(petition);
    expect(applicantInput(card).sex).toBe('0');
    card.store.change('certCode', '11010519491231002X');
    expect(applicantInput(card).sex).toBe('2');
  });

  it('switches to the fields and certificates of an organisation, and back', () => {
    const card = openApplicantForm(permit, personValues);
    card.store.change('applyerKind', 'organisation');
    const isVisible = (id: string) => card.store.view(id).visible;
    expect(['name', 'sex'].some(isVisible)).toBe(false);
    expect(['legalName', 'applyerType', 'enterpriseType', 'representName'].every(isVisible)).toBe(true);
    expect(applicantInput(card)).toMatchObject({ applyerType: '2', certCategory: '49', sex: '0' });
    card.store.change('legalName', company.legalName);
    expect(applicantName(card)).toBe(company.legalName);
    expect(fieldOnCard(card, 'name')).toBe('legalName');
    card.store.change('applyerType', '6');
    expect(isVisible('enterpriseType')).toBe(false);

    card.store.change('applyerKind', 'person');
    expect(applicantInput(card)).toMatchObject({ applyerType: '1', certCategory: '10', name: '王秀英' });
    expect(applicantInput(card).representName).toBe('');
  });

  it('asks for the intake channel only where the item offers a choice', () => {
    const card = openApplicantForm(permit);
    expect(serveTypeInput(card)).toEqual(['window']);
    card.store.change('serveType', 'online');
    expect(serveTypeInput(card)).toEqual(['online']);
    expect(serveTypeInput(openApplicantForm(petition))).toBeUndefined();
  });

  it('sends the region codes, and is restored from a draft unchanged', () => {
    const region = [
      { code: '330000', name: '浙江省' },
      { code: '330100', name: '杭州市' },
    ];
    const card = openApplicantForm(permit, { ...personValues, region });
    expect(applicantInput(card).region).toEqual(['330000', '330100']);
    for (const original of [card, openApplicantForm(permit, company)])
      expect(openApplicantForm(permit, original.values()).values()).toEqual(original.values());
  });
});

it('an online card shows masked numbers, which are not checked and not filled into the form', () => {
  const onlinePerson = { name: '王秀英', certCode: '110***********002X', mobile: '138****8000' };
  const card = openApplicantForm({ ...permit, onlinePerson });
  expect(card.validate()).toEqual([]);
  const form = buildForm([
    { id: 'who', title: '姓名', 'x-component': 'single-line', 'x-applicant': 'name' },
    { id: 'number', title: '证件号码', 'x-component': 'single-line', 'x-applicant': 'certCode' },
    { id: 'phone', title: '手机', 'x-component': 'single-line', 'x-applicant': 'mobile' },
  ]);
  const store = new FormStore(form, { values: {}, authority: fullAuthority, mode: 'edit' });
  expect(fieldsToFill(form.fields, createFormHandle(store, 'own'), card)).toEqual([['who', '王秀英']]);
});

it('an online card is filled in from the signed-in person, and cannot be changed (S2 §2)', () => {
  const onlinePerson = { name: '王秀英', certCode: '11010519491231002X', mobile: '13800138000' };
  const card = openApplicantForm({ ...permit, onlinePerson }, { name: '张三', detailAddress: '一号楼' });
  for (const id of ['name', 'certCategory', 'certCode', 'mobile', 'applyerKind'])
    expect(card.store.view(id).editable).toBe(false);
  expect(card.store.view('sex').visible).toBe(false);
  expect(card.store.view('detailAddress').editable).toBe(true);
  expect(applicantInput(card)).toMatchObject({
    ...onlinePerson,
    certCategory: '10',
    detailAddress: '一号楼',
  });
  expect(card.validate()).toEqual([]);
});
