import { checkCertificate } from '../../certificates/certificate.ts';
import { normaliseNumber } from '../../certificates/normalise-numbers.ts';
import { isCertificateCategory } from '../../enumerations/certificate-category.ts';
import type { CertificateRule } from '../model.ts';
import type { NamedRule } from './rule.ts';

/** Valid certificate number for its category, which is fixed or chosen in another field (S1 §5, S2 §5). */
export const certificate: NamedRule<CertificateRule> = {
  readNumber: normaliseNumber,
  reads: (rule) => (rule.categoryField === undefined ? [] : [rule.categoryField]),
  compile(rule) {
    const { category, categoryField } = rule;
    if (categoryField === undefined && !isCertificateCategory(category))
      return { reason: '规则“certificate”缺少证件类型' };
    return (value, context) => {
      const chosen = categoryField === undefined ? category : context.read(categoryField);
      // Without a chosen category the number cannot be checked; the category field itself is required.
      return typeof value === 'string' && isCertificateCategory(chosen)
        ? checkCertificate(chosen, normaliseNumber(value))
        : undefined;
    };
  },
};
