import { normalisePhone } from '../../certificates/normalise-numbers.ts';
import { checkLandline, checkMobile, checkPhone } from '../../certificates/phone.ts';
import type { PhoneRule } from '../model.ts';
import type { NamedRule } from './rule.ts';

/** A mainland mobile number. */
export const mobile = createPhoneRule(checkMobile);

/** A landline number with its area code. */
export const landline = createPhoneRule(checkLandline);

/** A mobile or landline number, which the applicant card accepts (S2 §5). */
export const phone = createPhoneRule(checkPhone);

function createPhoneRule(check: (text: string) => string | undefined): NamedRule<PhoneRule> {
  return {
    readNumber: normalisePhone,
    compile: () => (value) => (typeof value === 'string' ? check(normalisePhone(value)) : undefined),
  };
}
