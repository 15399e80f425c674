import type { InitiateInput } from '#contract/initiation.ts';
import type { normaliseApplicant } from '#domain/applicants/normalise-applicant.ts';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';
import type { SealedApplicant } from '#server/modules/cases/decisions/service.ts';
import type { ApplicantDetails } from '#server/modules/cases/work-orders/service.ts';

export type NormalisedApplicant = ReturnType<typeof normaliseApplicant<InitiateInput['applyer']>>;

/**
 * Returns the applicant as stored: numbers, phone numbers, address and representative encrypted; certificates
 * and the first phone number, the landline of an applicant without a mobile number, can be found by their
 * keyed digests.
 */
export function sealApplicant(applicant: NormalisedApplicant, crypto: Crypto): SealedApplicant {
  const digestOf = (number: string) => (number === '' ? '' : crypto.searchHash(number));
  const details: ApplicantDetails = {
    detailAddress: applicant.detailAddress,
    contactNo: applicant.contactNo,
    remark: applicant.remark,
    represent: {
      name: applicant.representName,
      mobile: applicant.representMobile,
      certCategory: applicant.representCertCategory,
      certCode: applicant.representCertCode,
    },
  };
  return {
    name: applicant.name,
    sex: applicant.sex,
    certCategory: applicant.certCategory,
    certCodeSealed: crypto.seal(applicant.certCode),
    certCodeDigest: digestOf(applicant.certCode),
    mobileSealed: crypto.seal(applicant.mobile),
    mobileDigest: digestOf(applicant.mobile || applicant.contactNo),
    region: applicant.region,
    detailsSealed: crypto.seal(JSON.stringify(details)),
    applicantType: applicant.applyerType,
    enterpriseType: applicant.enterpriseType,
    representCertDigest: digestOf(applicant.representCertCode),
  };
}
