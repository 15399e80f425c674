import { type FormEvent, type RefObject, useState } from 'react';
import type { SecondFactorChallenge } from '#contract/session.ts';
import { sessionRefusals } from '#domain/refusals/session-refusals.ts';
import { isCallError, textOfFailure } from '#web/api/call-error.ts';
import {
  clearRememberedDevice,
  findRememberedDevice,
  rememberAccount,
  rememberedAccount,
} from '../remembered-account.ts';
import { checkLogin, type LoginField, type Proof, signIn } from '../sign-in.ts';
import { useCaptcha } from './use-captcha.ts';

const disabledAccount = 501;

/**
 * Returns the state of the login form and its actions: shows all validation errors at their fields at once, and a new
 * captcha after every failure (S0 §4, §5).
 */
export function useLogin(
  form: RefObject<HTMLFormElement | null>,
  onSignedIn: () => void,
  onSecondStep: (secondStep: SecondFactorChallenge) => void,
) {
  const [username, setUsername] = useState(rememberedAccount() ?? '');
  const [password, setPassword] = useState('');
  const [remembersAccount, setRemembersAccount] = useState(rememberedAccount() !== undefined);
  const [remembersPassword, setRemembersPassword] = useState(
    findRememberedDevice(username)?.remembered === true,
  );
  const { captcha, proof, verifyCode, setVerifyCode, refreshCaptcha, solve, answer } = useCaptcha();
  const [problems, setProblems] = useState<Partial<Record<LoginField, string>>>({});
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [isDisabled, setDisabled] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const device = findRememberedDevice(username);
  const replacesPassword = device?.remembered === true;

  const focus = (field: string) =>
    form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();

  const requestProof = () => {
    solve().then(
      () => setProblems(({ verifyCode: _problem, ...rest }) => rest),
      (cause) => setFailure(textOfFailure(cause)),
    );
  };

  const send = async (solution: Proof) => {
    const secondStep = await signIn({
      username: username.trim(),
      password,
      ...solution,
      rememberDevice: remembersPassword,
      deviceToken: device?.deviceToken,
    });
    rememberAccount(remembersAccount || remembersPassword ? username.trim() : undefined);
    return secondStep;
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
    if (password === '') clearRememberedDevice();
    setPassword('');
    focus('password');
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const isVerified = proof !== undefined;
    const newProblems = checkLogin({
      username,
      password,
      verifyCode,
      hasDevice: replacesPassword,
      isVerified,
    });
    const [firstField] = Object.keys(newProblems);
    setFailure(undefined);
    setProblems(newProblems);
    // The captcha's problem is shown only once its picture is loaded.
    const isWaiting = captcha === undefined && firstField === 'verifyCode';
    if (firstField !== undefined && !isWaiting) return focus(firstField);
    if (isWaiting) setProblems({});
    setBusy(true);
    try {
      const solution = await answer();
      if (solution === undefined || isWaiting) {
        setBusy(false);
        if (isWaiting) setProblems(newProblems);
        return focus('verifyCode');
      }
      const secondStep = await send(solution);
      if (secondStep) onSecondStep(secondStep);
      else onSignedIn();
    } catch (cause) {
      fail(cause);
    }
  };

  /** Continues with the form and the account of a person whom the demo guide could not log in. */
  const continueWithAccount = (account: string, cause: unknown) => {
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
    values: {
      username,
      password,
      verifyCode,
      remembersAccount,
      remembersPassword,
    },
    change: {
      setUsername,
      setPassword,
      setVerifyCode,
      setRemembersAccount,
      setRemembersPassword,
    },
    captcha,
    proof: proof === undefined ? 'none' : proof === 'solving' ? 'solving' : 'solved',
    problems,
    failure,
    isDisabled,
    isBusy,
    replacesPassword,
    refreshCaptcha,
    requestProof,
    submit,
    continueWithAccount,
    failUnified,
    restartLogin,
    closeDisabledNotice: () => setDisabled(false),
  } as const;
}

export type Login = ReturnType<typeof useLogin>;
