import { type FormEvent, type RefObject, useState } from 'react';
import type { SecondFactorChallenge } from '#contract/session.ts';
import { sessionRefusals } from '#domain/refusals/session-refusals.ts';
import { isCallError, textOfFailure } from '#web/api/call-error.ts';
import {
  findRememberedDevice,
  forgetDevice,
  rememberAccount,
  rememberedAccount,
} from '../remembered-account.ts';
import { checkLogin, type LoginField, type Proof, signIn } from '../sign-in.ts';
import { useCaptcha } from './use-captcha.ts';

const disabledAccount = 501;

/**
 * Holds the state of the login form: every validation error at its field at once, and a new captcha after
 * every failure (S0 §4, §5).
 */
export function useLogin(
  form: RefObject<HTMLFormElement | null>,
  onSignedIn: () => void,
  onHalf: (half: SecondFactorChallenge) => void,
) {
  const [username, setUsername] = useState(rememberedAccount() ?? '');
  const [password, setPassword] = useState('');
  const [keepAccount, setKeepAccount] = useState(rememberedAccount() !== undefined);
  const [keepPassword, setKeepPassword] = useState(findRememberedDevice(username)?.remembered === true);
  const { captcha, proof, verifyCode, setVerifyCode, refreshCaptcha, solve, answer } = useCaptcha();
  const [problems, setProblems] = useState<Partial<Record<LoginField, string>>>({});
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [disabled, setDisabled] = useState(false);
  const [busy, setBusy] = useState(false);
  const device = findRememberedDevice(username);
  const standsForPassword = device?.remembered === true;

  const focus = (field: string) =>
    form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();

  const prove = () => {
    solve().then(
      () => setProblems(({ verifyCode: _gone, ...rest }) => rest),
      (cause) => setFailure(textOfFailure(cause)),
    );
  };

  const send = async (answered: Proof) => {
    const half = await signIn({
      username: username.trim(),
      password,
      ...answered,
      rememberDevice: keepPassword,
      deviceToken: device?.deviceToken,
    });
    rememberAccount(keepAccount || keepPassword ? username.trim() : undefined);
    return half;
  };

  const fail = (cause: unknown) => {
    setBusy(false);
    refreshCaptcha();
    const errcode = isCallError(cause) ? cause.errcode : undefined;
    if (errcode === disabledAccount) return setDisabled(true);
    setFailure(textOfFailure(cause));
    // Only a password that the server refused has to be typed again.
    if (errcode !== sessionRefusals.wrongCredentials.errcode) return focus('verifyCode');
    // A refused device token would be refused again, so the password must be typed.
    if (password === '') forgetDevice();
    setPassword('');
    focus('password');
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const isVerified = proof !== undefined;
    const found = checkLogin({ username, password, verifyCode, hasDevice: standsForPassword, isVerified });
    const [first] = Object.keys(found);
    setFailure(undefined);
    setProblems(found);
    // The captcha's problem is shown only once its picture is loaded.
    const isWaiting = captcha === undefined && first === 'verifyCode';
    if (first !== undefined && !isWaiting) return focus(first);
    if (isWaiting) setProblems({});
    setBusy(true);
    try {
      const answered = await answer();
      if (answered === undefined || isWaiting) {
        setBusy(false);
        if (isWaiting) setProblems(found);
        return focus('verifyCode');
      }
      const half = await send(answered);
      if (half) onHalf(half);
      else onSignedIn();
    } catch (cause) {
      fail(cause);
    }
  };

  /** Continues with the form and the account of a person whom the demo guide could not log in. */
  const takeOver = (account: string, cause: unknown) => {
    if (isCallError(cause) && cause.errcode === disabledAccount) return setDisabled(true);
    setUsername(account);
    setPassword('');
    setProblems({});
    const isChanged = isCallError(cause) && cause.errcode === sessionRefusals.wrongCredentials.errcode;
    setFailure(isChanged ? '该演示账号的密码已被修改，请输入现在的密码' : textOfFailure(cause));
    focus('password');
  };

  /** Restarts with the first step after a failed second step. */
  const restartLogin = (cause?: unknown) => {
    setBusy(false);
    setPassword('');
    setFailure(cause === undefined ? undefined : textOfFailure(cause));
    refreshCaptcha();
  };

  /** Shows the failure of the unified login. */
  const failUnified = (cause: unknown) => {
    if (isCallError(cause) && cause.errcode === disabledAccount) setDisabled(true);
    else setFailure(textOfFailure(cause));
  };

  return {
    values: { username, password, verifyCode, keepAccount, keepPassword },
    change: { setUsername, setPassword, setVerifyCode, setKeepAccount, setKeepPassword },
    captcha,
    proof: proof === undefined ? 'none' : proof === 'solving' ? 'solving' : 'solved',
    problems,
    failure,
    disabled,
    busy,
    standsForPassword,
    refreshCaptcha,
    prove,
    submit,
    takeOver,
    failUnified,
    beginAnew: restartLogin,
    acknowledge: () => setDisabled(false),
  } as const;
}

export type Login = ReturnType<typeof useLogin>;
