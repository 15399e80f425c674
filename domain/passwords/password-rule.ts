import type { Problem } from '../refusals/refusals.ts';

/** The special characters of S0 §5; a password contains only these, letters and digits. */
const specialCharacters = '~!@#$%^&*()_+-=[]{}|;:,.<>?/';

export interface PasswordProfile {
  minLength: number;
  maxLength: number;
  /** True if both lower-case and capital letters are required. */
  requiresMixedCase: boolean;
  /** True if the password must not contain the account name. */
  forbidsAccountName: boolean;
  message: string;
  /** Hint with the rule, for the person who chooses a password. */
  hint: string;
}

export const PasswordProfileName = { standard: 'standard', strict: 'strict' } as const;
export type PasswordProfileName = (typeof PasswordProfileName)[keyof typeof PasswordProfileName];

export function isPasswordProfileName(value: string): value is PasswordProfileName {
  return Object.hasOwn(passwordProfiles, value);
}

/** `standard` is the rule of S0 §5; `strict` is for offices with higher demands. */
export const passwordProfiles: Record<PasswordProfileName, PasswordProfile> = {
  standard: {
    minLength: 6,
    maxLength: 18,
    requiresMixedCase: false,
    forbidsAccountName: false,
    message: '密码必须由字母、数字、特殊符号组成，长度6-18位',
    hint: '由字母、数字、特殊符号组成，长度 6 到 18 位',
  },
  strict: {
    minLength: 10,
    maxLength: 18,
    requiresMixedCase: true,
    forbidsAccountName: true,
    message: '密码必须由大写字母、小写字母、数字、特殊符号组成，长度10-18位',
    hint: '由大写字母、小写字母、数字、特殊符号组成，长度 10 到 18 位，不能包含账号',
  },
};

export const passwordMessage = {
  oldRequired: '当前密码不能为空',
  newRequired: '新密码不能为空',
  confirmationRequired: '确认密码不能为空',
  notEqual: '两次输入的新密码需保持一致',
  common: '该密码过于常见，请更换',
  containsAccount: '密码不能包含账号',
  unchanged: '新密码不能与当前密码相同',
  usedBefore: '新密码不能与最近3次使用过的密码相同',
} as const;

export interface PasswordContext {
  profile: PasswordProfile;
  /** Lower-cased passwords that attackers try first. */
  common: ReadonlySet<string>;
  account?: string;
  /** Field name in the problems. */
  field?: string;
}

/**
 * Returns every problem of a new password: it must mix letters, digits and special characters in the length
 * of the profile (S0 §5), and must not be one of the most common passwords.
 */
export function checkPassword(password: string, context: PasswordContext): Problem[] {
  const { profile, common, account = '', field = 'password' } = context;
  if (password === '') return [{ field, message: passwordMessage.newRequired }];
  const problems: Problem[] = [];
  if (!hasRequiredCharacters(password, profile)) problems.push({ field, message: profile.message });
  const lower = password.toLowerCase();
  if (common.has(lower)) problems.push({ field, message: passwordMessage.common });
  if (profile.forbidsAccountName && account !== '' && lower.includes(account.toLowerCase())) {
    problems.push({ field, message: passwordMessage.containsAccount });
  }
  return problems;
}

export interface PasswordChange {
  oldPassword: string;
  newPassword: string;
  confirmation: string;
}

/**
 * Returns every problem of a password change: those of the new password, empty fields, and a different
 * confirmation.
 */
export function checkPasswordChange(
  change: PasswordChange,
  context: Omit<PasswordContext, 'field'>,
): Problem[] {
  const problems: Problem[] = [];
  if (change.oldPassword === '') {
    problems.push({ field: 'oldPassword', message: passwordMessage.oldRequired });
  }
  problems.push(...checkPassword(change.newPassword, { ...context, field: 'newPassword' }));
  if (change.newPassword !== '' && change.newPassword === change.oldPassword) {
    problems.push({ field: 'newPassword', message: passwordMessage.unchanged });
  }
  if (change.confirmation === '') {
    problems.push({ field: 'confirmation', message: passwordMessage.confirmationRequired });
  } else if (change.confirmation !== change.newPassword) {
    problems.push({ field: 'confirmation', message: passwordMessage.notEqual });
  }
  return problems;
}

function hasRequiredCharacters(password: string, profile: PasswordProfile): boolean {
  if (password.length < profile.minLength || password.length > profile.maxLength) return false;
  let [small, capital, digit, special] = [false, false, false, false];
  for (const character of password) {
    if (character >= 'a' && character <= 'z') small = true;
    else if (character >= 'A' && character <= 'Z') capital = true;
    else if (character >= '0' && character <= '9') digit = true;
    else if (specialCharacters.includes(character)) special = true;
    else return false;
  }
  const letters = profile.requiresMixedCase ? small && capital : small || capital;
  return letters && digit && special;
}
