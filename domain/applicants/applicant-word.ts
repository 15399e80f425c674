import { Gender } from '../enumerations/gender.ts';

/**
 * The item's word for the person who applies: a setting of the item, used in every title and message (S1 §5, S2 §5).
 */
export const ApplicantWord = {
  applicant: '申请人',
  petitioner: '信访人',
} as const;
export type ApplicantWord = (typeof ApplicantWord)[keyof typeof ApplicantWord];

/**
 * Returns the sex if neither the certificate nor the form gives it: "1" on the petition card (S2 §3), unknown
 * for other items.
 */
export function sexByDefault(word: ApplicantWord): Gender {
  return word === ApplicantWord.petitioner ? Gender.male : Gender.unknown;
}
