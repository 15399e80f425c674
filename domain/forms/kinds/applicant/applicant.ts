import { ApplicantTerm } from '../../../applicants/applicant-term.ts';
import {
  type BasicApplicant,
  emptyApplicant,
  missingApplicantParts,
  normaliseApplicant,
  wrongApplicantParts,
} from '../../../applicants/check-basic-applicant.ts';
import {
  isPersonalCertificate,
  personalCertificateLabel,
} from '../../../enumerations/certificate-category.ts';
import { maskCertCode, maskName, maskPhone } from '../../../sensitive/masks.ts';
import type { FieldProps } from '../../model.ts';
import { type FieldKind, isMaskedPart, type KindContext } from '../kind.ts';

/** Parts that readers without a right to them get masked, as on the applicant card of an order. */
const secretParts = {
  name: { mask: maskName, isPrinted: true },
  certCode: { mask: maskCertCode },
  mobile: { mask: maskPhone },
} as const;

/** Returns the word that the field uses for the applicant. */
export function applicantTermOf({ applicantWord = ApplicantTerm.applicant }: FieldProps): ApplicantTerm {
  return applicantWord;
}

/**
 * Returns the problems of the parts, in their order. A part that is still a mask is not checked: its value was
 * valid when it was stored, and a mask without a value is refused when it is submitted.
 */
export function applicantProblems(
  value: BasicApplicant,
  { props, allowsIncomplete }: Omit<KindContext, 'options'>,
) {
  const term = applicantTermOf(props);
  const problems = [
    ...(allowsIncomplete ? [] : missingApplicantParts(value, term)),
    ...wrongApplicantParts(value, term),
  ];
  return problems.filter(
    ({ part }) => part === 'certCategory' || !isMaskedPart(secretParts[part], value[part]),
  );
}

/**
 * A person with name, certificate and phone number, by the labels and rules of the applicant card (S2 §2, §3, §5).
 */
export const applicant: FieldKind<BasicApplicant> = {
  component: 'applicant',
  empty: emptyApplicant,
  holdsValue: true,
  wide: true,
  takesOptions: false,
  holdsFiles: false,
  searchable: false,
  usableInCondition: false,
  textual: false,
  maskable: false,
  secretParts,
  takesSeveral: () => false,
  normalise(raw) {
    if (raw === null) return emptyApplicant;
    if (typeof raw !== 'object' || Array.isArray(raw)) return undefined;
    const parts = { ...emptyApplicant, ...raw };
    const { name, certCategory, certCode, mobile } = parts;
    if (![name, certCategory, certCode, mobile].every((part) => typeof part === 'string')) return undefined;
    return normaliseApplicant({ name, certCategory, certCode, mobile });
  },
  isEmpty,
  validate: (value, context) =>
    isEmpty(value) ? [] : applicantProblems(value, context).map(({ message }) => message),
  text({ name, certCategory, certCode, mobile }) {
    const category = isPersonalCertificate(certCategory) ? personalCertificateLabel[certCategory] : '证件';
    return [name, certCode && `${category} ${certCode}`, mobile && `手机号码 ${mobile}`]
      .filter((part) => part !== '')
      .join('，');
  },
};

/** Checks whether nothing of the person is filled in; the category of the certificate is only a default (S2 §3). */
function isEmpty({ name, certCode, mobile }: BasicApplicant): boolean {
  return name === '' && certCode === '' && mobile === '';
}
