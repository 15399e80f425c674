import { genderOfIdCard, isIdCard, toIdCard18 } from '../certificates/id-card.ts';
import { normaliseName, normaliseNumber, normalisePhone } from '../certificates/normalise-numbers.ts';
import { isUnifiedSocialCreditCode } from '../certificates/unified-social-credit-code.ts';
import { ApplicantType, isOrganisation } from '../enumerations/applicant-type.ts';
import { PersonalCertificate } from '../enumerations/certificate-category.ts';
import { EnterpriseType } from '../enumerations/enterprise-type.ts';
import { Gender } from '../enumerations/gender.ts';
import { type ApplicantTerm, defaultSexOf } from './applicant-term.ts';
import type { ApplicantFacts } from './check-applicant.ts';

/**
 * Returns the sex for the order: that of an identity card, whatever was chosen; then the chosen one, which may be
 * unknown, then the item's default if a submission contains none (S2 §3). An organisation has none.
 */
export function sexOf(
  applicant: Pick<ApplicantFacts, 'applyerType' | 'certCategory' | 'certCode'> & { sex?: string },
  term: ApplicantTerm,
): string {
  if (isOrganisation(applicant.applyerType)) return Gender.unknown;
  const number = normaliseNumber(applicant.certCode);
  if (applicant.certCategory === PersonalCertificate.idCard && isIdCard(number))
    return String(genderOfIdCard(number));
  return applicant.sex ?? defaultSexOf(term);
}

/**
 * Returns a certificate number in the form that is stored and compared: without spaces, in capitals, an old
 * 15-digit identity number as the 18-digit number of the same person, so that one person is never two
 * applicants.
 */
export function normaliseCertCode(certCategory: string, certCode: string): string {
  const number = normaliseNumber(certCode).toUpperCase();
  return (certCategory === PersonalCertificate.idCard ? toIdCard18(number) : undefined) ?? number;
}

/** Applicant types that determine the enterprise type (S1 §4 01 to 13). */
const enterpriseTypeByApplicantType: Readonly<Record<string, EnterpriseType>> = {
  [ApplicantType.institution]: EnterpriseType.publicInstitution,
  [ApplicantType.socialOrganisation]: EnterpriseType.socialOrganisation,
  [ApplicantType.administrativeOrgan]: EnterpriseType.administrativeOrgan,
};

/**
 * Returns the applicant in the form that is stored: trimmed, numbers and names normalised, sex and enterprise
 * type determined.
 */
export function normaliseApplicant<A extends ApplicantFacts & { sex?: string }>(
  applicant: A,
  term: ApplicantTerm,
): A & { sex: string } {
  return {
    ...applicant,
    enterpriseType: applicant.enterpriseType || (enterpriseTypeByApplicantType[applicant.applyerType] ?? ''),
    name: normaliseName(applicant.name),
    certCode: normaliseCertCode(applicant.certCategory, applicant.certCode),
    mobile: normalisePhone(applicant.mobile),
    contactNo: normalisePhone(applicant.contactNo),
    detailAddress: applicant.detailAddress.trim(),
    remark: applicant.remark.trim(),
    representName: normaliseName(applicant.representName),
    representMobile: normalisePhone(applicant.representMobile),
    representCertCode: normaliseCertCode(applicant.representCertCategory, applicant.representCertCode),
    sex: sexOf(applicant, term),
  };
}

/**
 * Returns the certificate number if a search word is a whole identity number or unified social credit code,
 * in the stored form; undefined for any other word.
 */
export function certificateOfKeyword(keyword: string): string | undefined {
  const number = normaliseNumber(keyword);
  if (isIdCard(number)) return normaliseCertCode(PersonalCertificate.idCard, number);
  return isUnifiedSocialCreditCode(number.toUpperCase()) ? number.toUpperCase() : undefined;
}
