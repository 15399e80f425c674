import type { InitiateInput } from '#contract/initiation.ts';
import { genderOfIdCard, isIdCard } from '#domain/certificates/id-card.ts';
import { ApplicantType } from '#domain/enumerations/applicant-type.ts';
import { PersonalCertificate } from '#domain/enumerations/certificate-category.ts';
import { Gender } from '#domain/enumerations/gender.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import type { Caller } from '#server/modules/cases/handling/service.ts';
import { findOwnNumbers } from './queries.ts';

/** Texts of the card about numbers that only the administrator of accounts can add. */
const missingNumber = {
  certCode: '您的账号没有登记身份证号码，请联系系统管理员补充',
  mobile: '您的账号没有登记手机号码，请联系系统管理员补充',
};

/**
 * Returns the signed-in person as the applicant of an own matter (S2 §2, "online"): name, identity card and mobile
 * number are those of the account, whatever the caller sent. `problems` are the numbers that the account lacks.
 */
export async function ownApplicant(
  { context: { db, crypto }, actor }: Caller,
  input: InitiateInput['applyer'],
): Promise<{ applicant: InitiateInput['applyer']; problems: Problem[] }> {
  const sealed = await findOwnNumbers(db, actor.staffId);
  const opened = (value: string | null) => (value === null ? '' : crypto.open(value, 'staff'));
  const numbers = { certCode: opened(sealed.id_card_sealed), mobile: opened(sealed.mobile_sealed) };
  const missing = (['certCode', 'mobile'] as const).filter((field) => numbers[field] === '');
  return {
    applicant: {
      ...input,
      ...numbers,
      name: actor.name,
      applyerType: ApplicantType.naturalPerson,
      enterpriseType: '',
      certCategory: PersonalCertificate.idCard,
      sex: isIdCard(numbers.certCode) ? genderOfIdCard(numbers.certCode) : Gender.unknown,
      representName: '',
      representMobile: '',
      representCertCode: '',
    },
    problems: missing.map((field) => ({ field, message: missingNumber[field] })),
  };
}
