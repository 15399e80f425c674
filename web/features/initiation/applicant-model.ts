import { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { applicantPartTitles } from '#domain/applicants/applicant-texts.ts';
import { enterpriseKinds, representativeLabel } from '#domain/applicants/check-applicant.ts';
import { maxAddressLength, maxNameLength, maxRemarkLength } from '#domain/applicants/limits.ts';
import { ApplicantType, applicantTypeLabel } from '#domain/enumerations/applicant-type.ts';
import {
  LegalEntityCertificate,
  legalEntityCertificateLabel,
  PersonalCertificate,
  personalCertificateLabel,
} from '#domain/enumerations/certificate-category.ts';
import { codeOptions } from '#domain/enumerations/code-list.ts';
import { EnterpriseType, enterpriseTypeLabel } from '#domain/enumerations/enterprise-type.ts';
import { Gender, genderLabel } from '#domain/enumerations/gender.ts';
import { type ServiceType, serviceTypeLabel } from '#domain/enumerations/service-type.ts';
import type { Condition, FieldModel, FormModel } from '#domain/forms/model.ts';
import type { OnlinePerson } from '#web/toolkit/form/form-context.ts';

/** The two variants of the card: a natural person, or an organisation with its representative. */
export const ApplicantKind = { person: 'person', organisation: 'organisation' } as const;

/** Settings of an item that the card depends on. */
export interface ApplicantSettings {
  applicantWord: ApplicantTerm;
  /** Ways of submission of the item, the default first; a single way is not asked for. */
  serveTypes: readonly ServiceType[];
  /** The signed-in applicant of an online form, who is the applicant (S2 §2). */
  onlinePerson?: OnlinePerson | undefined;
}

const isKind = (kind: string): Condition => ({ field: 'applyerKind', is: 'equals', value: kind });
const organisation = isKind(ApplicantKind.organisation);
const person = isKind(ApplicantKind.person);
const enterprise: Condition = {
  and: [organisation, { field: 'applyerType', is: 'anyOf', value: [...enterpriseKinds] }],
};
const personalCertificates = codeOptions(PersonalCertificate, personalCertificateLabel);

/**
 * Returns the applicant card as a form model: the same controls, problems and keyboard as every other form
 * (S1 §3, §5).
 */
export function applicantModel(settings: ApplicantSettings): FormModel {
  const { applicantWord: applicantTerm } = settings;
  return {
    globalConfig: { code: 'applicant', title: applicantTerm, columns: 2, allowEdit: [] },
    schema: {
      fields: [
        ...serveField(settings),
        ...kindFields(applicantTerm),
        ...nameFields(applicantTerm),
        phoneField(applicantTerm),
        ...contactFields,
      ],
    },
  };
}

function serveField({ serveTypes }: ApplicantSettings): FieldModel[] {
  if (serveTypes.length < 2) return [];
  const options = serveTypes.map((value) => ({ value, label: serviceTypeLabel[value] }));
  return [
    { id: 'serveType', title: '收件方式', 'x-component': 'radio', width: 'full', required: true, options },
  ];
}

function kindFields(applicantTerm: ApplicantTerm): FieldModel[] {
  return [
    {
      id: 'applyerKind',
      title: `${applicantTerm}类型`,
      'x-component': 'radio',
      width: 'full',
      required: true,
      options: [
        { value: ApplicantKind.person, label: '自然人' },
        { value: ApplicantKind.organisation, label: '法人或其他组织' },
      ],
    },
    {
      id: 'applyerType',
      title: '组织类型',
      'x-component': 'select',
      options: codeOptions(ApplicantType, applicantTypeLabel).filter(
        ({ value }) => value !== ApplicantType.naturalPerson,
      ),
      linkage: [{ when: organisation, effects: ['show', 'require'] }],
    },
    {
      id: 'enterpriseType',
      title: '企业类型',
      'x-component': 'select',
      options: codeOptions(EnterpriseType, enterpriseTypeLabel),
      linkage: [{ when: enterprise, effects: ['show', 'require'] }],
    },
  ];
}

function nameFields(applicantTerm: ApplicantTerm): FieldModel[] {
  const partTitles = applicantPartTitles(applicantTerm);
  const name: Pick<FieldModel, 'x-component' | 'rules'> = {
    'x-component': 'single-line',
    rules: [{ rule: 'maxLength', value: maxNameLength }],
  };
  return [
    {
      ...name,
      id: 'name',
      title: partTitles.name,
      linkage: [{ when: person, effects: ['show', 'require'] }],
    },
    {
      ...name,
      id: 'legalName',
      title: '单位名称',
      linkage: [{ when: organisation, effects: ['show', 'require'] }],
    },
    {
      id: 'certCategory',
      title: partTitles.certCategory,
      'x-component': 'select',
      required: true,
      options: personalCertificates,
      linkage: [
        {
          when: organisation,
          effects: [{ setOptions: codeOptions(LegalEntityCertificate, legalEntityCertificateLabel) }],
        },
      ],
    },
    {
      id: 'certCode',
      title: partTitles.certCode,
      'x-component': 'single-line',
      rules: [{ rule: 'certificate', categoryField: 'certCategory' }],
    },
    {
      id: 'sex',
      title: '性别',
      'x-component': 'radio',
      options: codeOptions(Gender, genderLabel),
      linkage: [{ when: person, effects: ['show'] }],
    },
    {
      ...name,
      id: 'representName',
      title: representativeLabel.name,
      help: '没有法定代表人的，填写负责人',
      linkage: [{ when: organisation, effects: ['show', 'require'] }],
    },
    {
      id: 'representCertCategory',
      title: representativeLabel.certCategory,
      'x-component': 'select',
      options: personalCertificates,
      linkage: [{ when: organisation, effects: ['show', 'require'] }],
    },
    {
      id: 'representCertCode',
      title: representativeLabel.certCode,
      'x-component': 'single-line',
      rules: [{ rule: 'certificate', categoryField: 'representCertCategory' }],
      linkage: [{ when: organisation, effects: ['show'] }],
    },
    {
      id: 'representMobile',
      title: representativeLabel.mobile,
      'x-component': 'single-line',
      rules: [{ rule: 'mobile' }],
      linkage: [{ when: organisation, effects: ['show'] }],
    },
  ];
}

/**
 * Asks for the mobile number; on the petition card also for a landline, unless it has its own field (S2 §5).
 */
function phoneField(applicantTerm: ApplicantTerm): FieldModel {
  const field = {
    id: 'mobile',
    title: applicantPartTitles(applicantTerm).mobile,
    'x-component': 'single-line',
  };
  if (applicantTerm !== ApplicantTerm.petitioner)
    return { ...field, required: true, rules: [{ rule: 'mobile' }] };
  return {
    ...field,
    rules: [{ rule: 'phone' }],
    help: '手机号码、固定电话至少填写一项',
    linkage: [{ when: { field: 'contactNo', is: 'empty' }, effects: ['require'] }],
  };
}

const contactFields: readonly FieldModel[] = [
  {
    id: 'contactNo',
    title: '固定电话',
    'x-component': 'single-line',
    rules: [{ rule: 'landline' }],
    'x-props': { placeholder: '区号-号码' },
  },
  { id: 'region', title: '所在地区', 'x-component': 'region', 'x-props': { level: 4 } },
  {
    id: 'detailAddress',
    title: '详细地址',
    'x-component': 'single-line',
    rules: [{ rule: 'maxLength', value: maxAddressLength }],
  },
  {
    id: 'remark',
    title: '备注',
    'x-component': 'textarea',
    width: 'full',
    rules: [{ rule: 'maxLength', value: maxRemarkLength }],
    'x-props': { rows: 2 },
  },
];
