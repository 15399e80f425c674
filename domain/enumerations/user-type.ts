import { hasCode } from './code-list.ts';

/** What kind of user an account belongs to (S2 Enumerations; the codes are ours). */
export const UserType = {
  police: 'police',
  enterprise: 'enterprise',
  government: 'government',
  auxiliaryPolice: 'auxiliary-police',
  nonStaff: 'non-staff',
  internet: 'internet',
} as const;
export type UserType = (typeof UserType)[keyof typeof UserType];

export const userTypeLabel: Record<UserType, string> = {
  [UserType.police]: '民警',
  [UserType.enterprise]: '企业用户',
  [UserType.government]: '政务人员',
  [UserType.auxiliaryPolice]: '辅警',
  [UserType.nonStaff]: '非在编人员',
  [UserType.internet]: '互联网用户',
};

export function isUserType(value: unknown): value is UserType {
  return hasCode(UserType, value);
}
