import { isIdCard } from '../certificates/id-card.ts';
import { isUnifiedSocialCreditCode } from '../certificates/unified-social-credit-code.ts';
import { PersonalCertificate } from '../enumerations/certificate-category.ts';
import { tidyCertCode } from './tidy-applicant.ts';

/**
 * The certificate number that a search word is: a whole identity number or unified social credit code, in the spelling
 * that is kept; undefined for any other word.
 */
export function certificateOfKeyword(keyword: string): string | undefined {
  const number = keyword.trim();
  if (isIdCard(number)) return tidyCertCode(PersonalCertificate.idCard, number);
  return isUnifiedSocialCreditCode(number.toUpperCase()) ? number.toUpperCase() : undefined;
}
