import { Gender } from '../enumerations/gender.ts';

/**
 * The item's term for the person who applies: a setting of the item, used in every title and message (S1 §5, S2 §5).
 */
export const ApplicantTerm = {
  applicant: '申请人',
  petitioner: '信访人',
} as const;
export type ApplicantTerm = (typeof ApplicantTerm)[keyof typeof ApplicantTerm];

/**
 * Returns the sex of a person if neither the certificate nor the submission contains it: "1" on the petition
 * card (S2 §3), unknown if the item does not ask for it.
 */
export function defaultSexOf(term: ApplicantTerm): Gender {
  return term === ApplicantTerm.petitioner ? Gender.male : Gender.unknown;
}
