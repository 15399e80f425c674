import {
  type CertificateCategory,
  LegalEntityCertificate,
  PersonalCertificate,
} from '../enumerations/certificate-category.ts';
import { countCharacters } from '../texts/characters.ts';
import { isIdCard } from './id-card.ts';
import { isUnifiedSocialCreditCode } from './unified-social-credit-code.ts';

/** Longest certificate number of any category, in characters (S1 §5, S2 §5). */
const maxCertificateLength = 18;

export const certificateMessage = {
  wrong: '请输入正确的证件',
  tooLong: `证件号码不得超出${maxCertificateLength}个字符`,
} as const;

/** Categories without a rule of their own take letters, digits and underscore. */
const plainNumber = /^[A-Za-z0-9_]+$/;

/**
 * Checks whether a certificate number suits its category: identity card 10 and unified social credit code 49
 * by their check digits, every other category by its characters (S1 §5, S2 §5). Surrounding spaces do not
 * count, and a number longer than 18 characters is none.
 */
export function isCertificate(category: CertificateCategory, number: string): boolean {
  return checkCertificate(category, number) === undefined;
}

/**
 * Returns the Chinese message for a certificate number that does not suit its category, undefined for one
 * that does. Every place checks: the variant of the specification "that never raises an error" would let
 * anything through. An empty number is wrong; whether it is required is the form's to say.
 */
export function checkCertificate(category: CertificateCategory, number: string): string | undefined {
  const trimmed = number.trim();
  if (countCharacters(trimmed) > maxCertificateLength) return certificateMessage.tooLong;
  return suits(category, trimmed) ? undefined : certificateMessage.wrong;
}

function suits(category: CertificateCategory, number: string): boolean {
  if (category === PersonalCertificate.idCard) return isIdCard(number);
  if (category === LegalEntityCertificate.unifiedSocialCreditCode) return isUnifiedSocialCreditCode(number);
  return plainNumber.test(number);
}
