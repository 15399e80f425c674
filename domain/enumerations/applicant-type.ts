import { hasCode } from './code-list.ts';

/** Types of applicants (S1 §3 `applyerType`, S2 Enumerations; the codes are ours). */
export const ApplicantType = {
  naturalPerson: '1',
  enterprise: '2',
  institution: '3',
  socialOrganisation: '4',
  nonLegalEnterprise: '5',
  administrativeOrgan: '6',
  other: '9',
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

/**
 * Checks whether an applicant is an organisation: every type except natural persons applies through a
 * representative and shows a certificate of an organisation.
 */
export function isOrganisation(type: string): boolean {
  return isApplicantType(type) && type !== ApplicantType.naturalPerson;
}
