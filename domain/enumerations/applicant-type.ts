import { hasCode } from './code-list.ts';

/** Who applies (S2 Enumerations; the codes are ours). */
export const ApplicantType = {
  naturalPerson: 'natural-person',
  enterprise: 'enterprise',
  institution: 'institution',
  socialOrganisation: 'social-organisation',
  nonLegalEnterprise: 'non-legal-enterprise',
  administrativeOrgan: 'administrative-organ',
  other: 'other',
} as const;
export type ApplicantType = (typeof ApplicantType)[keyof typeof ApplicantType];

export const applicantTypeLabel: Record<ApplicantType, string> = {
  [ApplicantType.naturalPerson]: '自然人',
  [ApplicantType.enterprise]: '企业法人',
  [ApplicantType.institution]: '事业单位法人',
  [ApplicantType.socialOrganisation]: '社会组织法人',
  [ApplicantType.nonLegalEnterprise]: '非法人企业',
  [ApplicantType.administrativeOrgan]: '行政机关',
  [ApplicantType.other]: '其他',
};

export function isApplicantType(value: unknown): value is ApplicantType {
  return hasCode(ApplicantType, value);
}
