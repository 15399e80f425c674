import { genderOfIdCard, isIdCard, toIdCard18 } from '../certificates/id-card.ts';
import { PersonalCertificate } from '../enumerations/certificate-category.ts';
import type { ApplicantFacts } from './check-applicant.ts';

/** The sex that goes on the order: an identity card says it itself, whatever was chosen; 1 by default (S2 §3). */
export function sexOf(
  applicant: Pick<ApplicantFacts, 'certCategory' | 'certCode'> & { sex?: string },
): string {
  const number = applicant.certCode.trim();
  if (applicant.certCategory === PersonalCertificate.idCard && isIdCard(number))
    return String(genderOfIdCard(number));
  return applicant.sex ?? '1';
}

/**
 * A certificate number as it is kept and compared: without spaces around, in capitals, and an old identity card of 15
 * digits as the 18 of the same person, so that nobody is two applicants.
 */
export function tidyCertCode(certCategory: string, certCode: string): string {
  const number = certCode.trim().toUpperCase();
  return (certCategory === PersonalCertificate.idCard ? toIdCard18(number) : undefined) ?? number;
}

/** The applicant as it is kept: without spaces around, the x of an identity card in capitals, the sex settled. */
export function tidyApplicant<A extends ApplicantFacts & { sex?: string }>(
  applicant: A,
): A & { sex: string } {
  return {
    ...applicant,
    name: applicant.name.trim(),
    certCode: tidyCertCode(applicant.certCategory, applicant.certCode),
    mobile: applicant.mobile.trim(),
    contactNo: applicant.contactNo.trim(),
    detailAddress: applicant.detailAddress.trim(),
    remark: applicant.remark.trim(),
    sex: sexOf(applicant),
  };
}
