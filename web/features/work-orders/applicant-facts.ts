import type { Applicant } from '#contract/applicant.ts';
import { representativeLabel } from '#domain/applicants/check-applicant.ts';
import { isOrganisation } from '#domain/enumerations/applicant-type.ts';
import { genderLabel, isGender } from '#domain/enumerations/gender.ts';

/** A value of the applicant with its label. */
export interface ApplicantFact {
  label: string;
  value: string;
  /** Uses the full line. */
  wide?: boolean;
}

/**
 * Returns the card as text: for a person including the sex, for an organisation including its kind and its
 * representative.
 */
export function applicantFacts(applicant: Applicant): ApplicantFact[] {
  const isOrganisationCard = isOrganisation(applicant.applyerType);
  const hasRepresentative = isOrganisationCard || applicant.representName !== '';
  return [
    { label: isOrganisationCard ? '单位名称' : '姓名', value: applicant.name },
    ...(isOrganisationCard ? organisationFacts(applicant) : [{ label: '性别', value: sexOf(applicant) }]),
    { label: '证件类型', value: applicant.certCategoryLabel },
    { label: '证件号码', value: applicant.certCode },
    ...(hasRepresentative ? representativeFacts(applicant) : []),
    { label: '手机号码', value: applicant.mobile },
    { label: '固定电话', value: applicant.contactNo },
    { label: '联系地址', value: applicant.address, wide: true },
    { label: '备注', value: applicant.remark, wide: true },
  ];
}

function sexOf({ sex }: Applicant): string {
  return isGender(sex) ? genderLabel[sex] : '';
}

function organisationFacts(applicant: Applicant): ApplicantFact[] {
  return [
    { label: '组织类型', value: applicant.applyerTypeLabel },
    { label: '企业类型', value: applicant.enterpriseTypeLabel },
  ];
}

function representativeFacts(applicant: Applicant): ApplicantFact[] {
  return [
    { label: representativeLabel.name, value: applicant.representName },
    { label: representativeLabel.certCategory, value: applicant.representCertCategoryLabel },
    { label: representativeLabel.certCode, value: applicant.representCertCode },
    { label: representativeLabel.mobile, value: applicant.representMobile },
  ];
}
