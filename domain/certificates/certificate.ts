import {
  type CertificateCategory,
  LegalEntityCertificate,
  PersonalCertificate,
} from '../enumerations/certificate-category.ts';
import { countCharacters } from '../texts/characters.ts';
import { isIdCard } from './id-card.ts';
import { isUnifiedSocialCreditCode } from './unified-social-credit-code.ts';

/** Maximum length of a certificate number of any category, in characters (S1 §5, S2 §5). */
const maxCertificateLength = 18;

export const certificateMessage = {
  wrong: '请输入正确的证件',
  tooLong: `证件号码不得超出${maxCertificateLength}个字符`,
} as const;

/** Numbers of categories without a rule of their own: letters, digits and underscores. */
const plainNumber = /^[A-Za-z0-9_]+$/;

/**
 * Checks whether a certificate number is valid for its category: identity card 10 and unified social credit
 * code 49 by their check digits, every other category by its characters (S1 §5, S2 §5). Surrounding spaces
 * are ignored, and a number longer than 18 characters is invalid.
 */
export function isCertificate(category: CertificateCategory, number: string): boolean {
  return checkCertificate(category, number) === undefined;
}

/**
 * Returns the Chinese message for a certificate number that is invalid for its category; undefined for a
 * valid one. All callers check: the variant of the specification "that never raises an error" would accept
 * everything. An empty number is invalid; whether a number is required is decided by the form.
 */
export function checkCertificate(category: CertificateCategory, number: string): string | undefined {
  const trimmed = number.trim();
  if (countCharacters(trimmed) > maxCertificateLength) return certificateMessage.tooLong;
  return matchesCategory(category, trimmed) ? undefined : certificateMessage.wrong;
}

function matchesCategory(category: CertificateCategory, number: string): boolean {
  if (category === PersonalCertificate.idCard) return isIdCard(number);
  if (category === LegalEntityCertificate.unifiedSocialCreditCode) return isUnifiedSocialCreditCode(number);
  return plainNumber.test(number);
}
