import { hasCode } from './code-list.ts';

/** Certificates of a natural person (S1 and S2 Enumerations). */
export const PersonalCertificate = {
  idCard: '10',
  passport: '20',
  hongKongMacaoPass: '14',
  taiwanPass: '15',
  foreignerResidenceCard: '23',
  other: '40',
} as const;
export type PersonalCertificate = (typeof PersonalCertificate)[keyof typeof PersonalCertificate];

export const personalCertificateLabel: Record<PersonalCertificate, string> = {
  [PersonalCertificate.idCard]: '居民身份证',
  [PersonalCertificate.passport]: '护照',
  [PersonalCertificate.hongKongMacaoPass]: '港澳居民来往内地通行证',
  [PersonalCertificate.taiwanPass]: '台湾居民来往大陆通行证',
  [PersonalCertificate.foreignerResidenceCard]: '外国人永久居留身份证',
  [PersonalCertificate.other]: '其他个人证件',
};

export function isPersonalCertificate(value: unknown): value is PersonalCertificate {
  return hasCode(PersonalCertificate, value);
}

/** Certificates of a legal entity (S1 and S2 Enumerations). */
export const LegalEntityCertificate = {
  unifiedSocialCreditCode: '49',
  businessLicence: '51',
  other: '80',
} as const;
export type LegalEntityCertificate = (typeof LegalEntityCertificate)[keyof typeof LegalEntityCertificate];

export const legalEntityCertificateLabel: Record<LegalEntityCertificate, string> = {
  [LegalEntityCertificate.unifiedSocialCreditCode]: '统一社会信用代码',
  [LegalEntityCertificate.businessLicence]: '营业执照',
  [LegalEntityCertificate.other]: '其他法人证件',
};

export function isLegalEntityCertificate(value: unknown): value is LegalEntityCertificate {
  return hasCode(LegalEntityCertificate, value);
}

/** Certificates of either kind of applicant; the default is 10, the identity card (S1 §9). */
export type CertificateCategory = PersonalCertificate | LegalEntityCertificate;

export const certificateCategoryLabel: Record<CertificateCategory, string> = {
  ...personalCertificateLabel,
  ...legalEntityCertificateLabel,
};

export function isCertificateCategory(value: unknown): value is CertificateCategory {
  return isPersonalCertificate(value) || isLegalEntityCertificate(value);
}
