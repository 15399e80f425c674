import { loginText } from '#domain/texts/input-texts.ts';
export type LoginField = 'username' | 'password' | 'verifyCode';

/** Everything missing at once, in the words of the specification (S0 §5); a remembered device needs no password. */
export function checkLogin(form: {
  username: string;
  password: string;
  verifyCode: string;
  hasDevice: boolean;
  isProven: boolean;
}): Partial<Record<LoginField, string>> {
  const problems: Partial<Record<LoginField, string>> = {};
  if (form.username.trim() === '') problems.username = loginText.usernameMissing;
  if (form.password === '' && !form.hasDevice) problems.password = loginText.passwordMissing;
  if (form.verifyCode.trim() === '' && !form.isProven) problems.verifyCode = loginText.captchaMissing;
  return problems;
}
