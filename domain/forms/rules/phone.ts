import { checkLandline, checkMobile, checkPhone } from '../../certificates/phone.ts';
import { normalisePhone } from '../../certificates/typed-numbers.ts';
import type { PhoneRule } from '../model.ts';
import type { NamedRule } from './rule.ts';

/** A mainland mobile number. */
export const mobile = byText(checkMobile);

/** A landline number with its area code. */
export const landline = byText(checkLandline);

/** A mobile or landline number, which the applicant card accepts (S2 §5). */
export const phone = byText(checkPhone);

function byText(check: (text: string) => string | undefined): NamedRule<PhoneRule> {
  return { compile: () => (value) => (typeof value === 'string' ? check(normalisePhone(value)) : undefined) };
}
