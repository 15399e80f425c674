import { hasCode } from './code-list.ts';

/** Sex of an applicant (S1 and S2 Enumerations), as strings, like in the applicant record. */
export const Gender = {
  male: '1',
  female: '2',
  unknown: '0',
} as const;
export type Gender = (typeof Gender)[keyof typeof Gender];

export const genderLabel: Record<Gender, string> = {
  [Gender.male]: '男',
  [Gender.female]: '女',
  [Gender.unknown]: '未知',
};

export function isGender(value: unknown): value is Gender {
  return hasCode(Gender, value);
}
