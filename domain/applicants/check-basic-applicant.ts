import { checkCertificate } from '../certificates/certificate.ts';
import { normaliseName, normaliseNumber, normalisePhone } from '../certificates/normalise-numbers.ts';
import { checkMobile, checkPhone } from '../certificates/phone.ts';
import {
  type CertificateCategory,
  isPersonalCertificate,
  PersonalCertificate,
} from '../enumerations/certificate-category.ts';
import { countCharacters, isBlank, problemOfLine } from '../texts/characters.ts';
import { ApplicantTerm } from './applicant-term.ts';
import { applicantTexts } from './applicant-texts.ts';
import { maxNameLength } from './limits.ts';

/** The four parts of an applicant that every card has (S2 §3). */
export interface BasicApplicant {
  name: string;
  certCategory: string;
  certCode: string;
  mobile: string;
}

/** An applicant of whom nothing is known yet; a certificate is an identity card unless another is chosen (S2 §3). */
export const emptyApplicant: BasicApplicant = {
  name: '',
  certCategory: PersonalCertificate.idCard,
  certCode: '',
  mobile: '',
};

/** Returns the applicant with name and numbers in the form in which they are stored and compared. */
export function normaliseApplicant({ name, certCategory, certCode, mobile }: BasicApplicant): BasicApplicant {
  return {
    name: normaliseName(name),
    certCategory,
    certCode: normaliseNumber(certCode),
    mobile: normalisePhone(mobile),
  };
}

/** A problem of one part of an applicant. */
export interface ApplicantProblem {
  part: keyof BasicApplicant;
  message: string;
}

/**
 * Returns the parts of a person that are wrong, by the rules of the applicant card (S1 §5, S2 §5): a name of at
 * most 100 characters, a certificate number that fits its category, a mobile number, of a petitioner also a
 * landline.
 */
export function wrongApplicantParts(applicant: BasicApplicant, term: ApplicantTerm): ApplicantProblem[] {
  const { name, certCategory, certCode, mobile } = applicant;
  const { nameTitle } = applicantTexts(term);
  return [
    problemOf('name', problemOfLine(name, nameTitle) ?? problemOfName(name, nameTitle, false)),
    isPersonalCertificate(certCategory)
      ? problemOf('certCode', problemOfNumber(certCategory, certCode))
      : problemOf('certCategory', certificateKindMissing),
    problemOf('mobile', problemOfPhone(mobile, term)),
  ].flat();
}

/** Returns the parts of a person that must not be empty, and are; a certificate number may be missing (S1 §5). */
export function missingApplicantParts(
  { name, mobile }: BasicApplicant,
  term: ApplicantTerm,
): ApplicantProblem[] {
  return [
    problemOf('name', isBlank(name) ? `${applicantTexts(term).nameTitle}不能为空` : undefined),
    problemOf('mobile', isBlank(mobile) ? '手机号码不能为空' : undefined),
  ].flat();
}

function problemOf(part: keyof BasicApplicant, message: string | undefined): ApplicantProblem[] {
  return message === undefined ? [] : [{ part, message }];
}

export const certificateKindMissing = '请选择证件类型';

/** Returns the problem of a name; `title` is its label, with which an empty name is reported. */
export function problemOfName(text: string, title: string, required: boolean): string | undefined {
  if (isBlank(text)) return required ? `${title}不能为空` : undefined;
  return problemOfCharacterCount(normaliseName(text), maxNameLength);
}

/** Returns the problem of a certificate number; an empty one has none. */
export function problemOfNumber(category: CertificateCategory, text: string): string | undefined {
  const number = normaliseNumber(text);
  return number === '' ? undefined : checkCertificate(category, number);
}

/** Returns the problem of the applicant's phone number; an empty one has none. */
export function problemOfPhone(text: string, term: ApplicantTerm): string | undefined {
  const number = normalisePhone(text);
  if (number === '') return undefined;
  return term === ApplicantTerm.petitioner ? checkPhone(number) : checkMobile(number);
}

export function problemOfCharacterCount(text: string, limit: number): string | undefined {
  return countCharacters(text) > limit ? `请输入不超过${limit}个字符` : undefined;
}
