import { checkCertificate } from '../../certificates/certificate.ts';
import { tidyNumber } from '../../certificates/typed-numbers.ts';
import { isCertificateCategory } from '../../enumerations/certificate-category.ts';
import type { CertificateRule } from '../model.ts';
import type { NamedRule } from './rule.ts';

/** A certificate number of the right shape for its category, which is fixed or chosen in another field (S1 §5, S2 §5). */
export const certificate: NamedRule<CertificateRule> = {
  reads: (rule) => (rule.categoryField === undefined ? [] : [rule.categoryField]),
  compile(rule) {
    const { category, categoryField } = rule;
    if (categoryField === undefined && !isCertificateCategory(category))
      return { reason: '规则“certificate”缺少证件类型' };
    return (value, context) => {
      const chosen = categoryField === undefined ? category : context.read(categoryField);
      // While no category is chosen nothing can be said of the number; the category field itself is required.
      return typeof value === 'string' && isCertificateCategory(chosen)
        ? checkCertificate(chosen, tidyNumber(value))
        : undefined;
    };
  },
};
