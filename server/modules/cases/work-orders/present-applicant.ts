import type { Applicant } from '#contract/applicant.ts';
import { applicantTypeLabel, isApplicantType, isOrganisation } from '#domain/enumerations/applicant-type.ts';
import {
  certificateCategoryLabel,
  isCertificateCategory,
} from '#domain/enumerations/certificate-category.ts';
import { enterpriseTypeLabel, isEnterpriseType } from '#domain/enumerations/enterprise-type.ts';
import { maskAddress, maskCertCode, maskLegalName, maskName, maskPhone } from '#domain/sensitive/masks.ts';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';
import type { ApplicantRecord } from './queries.ts';

/**
 * Details of an applicant that are encrypted as one text; orders from before representatives were stored have
 * none.
 */
export interface ApplicantDetails {
  detailAddress: string;
  contactNo: string;
  remark: string;
  represent?: { name: string; mobile: string; certCategory: string; certCode: string };
}

const noRepresentative = { name: '', mobile: '', certCategory: '', certCode: '' };

/** Masks the name of an applicant by its kind: a person keeps the last character, an organisation three. */
export function maskApplicantName(name: string, applicantType: string): string {
  return isOrganisation(applicantType) ? maskLegalName(name) : maskName(name);
}

/** Presents the applicant to this reader; every sensitive part is masked unless `mayReveal`. */
export function presentApplicant(
  row: ApplicantRecord,
  regions: readonly { code: string; name: string }[],
  crypto: Crypto,
  mayReveal: boolean,
): Applicant {
  const details = JSON.parse(crypto.open(row.details_sealed, 'applicant')) as ApplicantDetails;
  const represent = details.represent ?? noRepresentative;
  const show = (value: string, mask: (value: string) => string) => (mayReveal ? value : mask(value));
  return {
    name: show(row.name, (name) => maskApplicantName(name, row.applicant_type)),
    sex: row.sex,
    mobile: show(crypto.open(row.mobile_sealed, 'applicant'), maskPhone),
    certCategory: row.cert_category,
    certCategoryLabel: labelOfCertificate(row.cert_category),
    certCode: show(crypto.open(row.cert_code_sealed, 'applicant'), maskCertCode),
    ...presentAddress(regions, details.detailAddress, mayReveal),
    contactNo: show(details.contactNo, maskPhone),
    remark: details.remark,
    applyerType: row.applicant_type,
    applyerTypeLabel: isApplicantType(row.applicant_type) ? applicantTypeLabel[row.applicant_type] : '',
    enterpriseType: row.enterprise_type,
    enterpriseTypeLabel: isEnterpriseType(row.enterprise_type)
      ? enterpriseTypeLabel[row.enterprise_type]
      : '',
    representName: show(represent.name, maskName),
    representMobile: show(represent.mobile, maskPhone),
    representCertCategory: represent.certCategory,
    representCertCategoryLabel: labelOfCertificate(represent.certCategory),
    representCertCode: show(represent.certCode, maskCertCode),
    masked: !mayReveal,
  };
}

function labelOfCertificate(category: string): string {
  return isCertificateCategory(category) ? certificateCategoryLabel[category] : '';
}

/**
 * Presents the address as one string, with spaces between its parts and the detail address last (S1 §3), and
 * the parts separately. The mask applies to the whole string, and the parts show no more of it: only regions
 * in the unmasked beginning.
 */
function presentAddress(
  regions: readonly { code: string; name: string }[],
  detailAddress: string,
  mayReveal: boolean,
): Pick<Applicant, 'address' | 'region' | 'detailAddress'> {
  const address = [...regions.map(({ name }) => name), detailAddress].filter((part) => part !== '').join(' ');
  const whole = regions.map(({ code, name }) => ({ code, name }));
  if (mayReveal) return { address, region: whole, detailAddress };
  const masked = maskAddress(address);
  const visibleLength = masked.indexOf('*') === -1 ? masked.length : masked.indexOf('*');
  let end = -1;
  const region = whole.filter(({ name }) => {
    end += name.length + 1;
    return end <= visibleLength;
  });
  return { address: masked, region, detailAddress: lastOf(masked, detailAddress) };
}

/** Returns as many characters from the end of the masked address as the detail address has. */
function lastOf(masked: string, detailAddress: string): string {
  const { length } = [...detailAddress];
  return length === 0 ? '' : [...masked].slice(-length).join('');
}
