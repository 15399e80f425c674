import { type FormEvent, type RefObject, useCallback, useEffect, useState } from 'react';
import { isCallError, textOfFailure } from '#web/api/call-error.ts';
import { findRememberedDevice, forgetDevice, rememberAccount, rememberedAccount } from '../remembered.ts';
import {
  type Captcha,
  checkLogin,
  type LoginField,
  loadCaptcha,
  type Proof,
  signIn,
  solveProof,
} from '../sign-in.ts';

const disabledAccount = 501;

/** The state of the login form: every fault at its field at once, and a new captcha after every failure (S0 §4, §5). */
export function useLogin(form: RefObject<HTMLFormElement | null>, onSignedIn: () => void) {
  const [username, setUsername] = useState(rememberedAccount() ?? '');
  const [password, setPassword] = useState('');
  const [verifyCode, setVerifyCode] = useState('');
  const [keepAccount, setKeepAccount] = useState(rememberedAccount() !== undefined);
  const [keepPassword, setKeepPassword] = useState(findRememberedDevice(username)?.remembered === true);
  const [captcha, setCaptcha] = useState<Captcha | 'failed' | undefined>(undefined);
  const [proof, setProof] = useState<Proof | 'solving' | undefined>(undefined);
  const [problems, setProblems] = useState<Partial<Record<LoginField, string>>>({});
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [disabled, setDisabled] = useState(false);
  const [busy, setBusy] = useState(false);
  const device = findRememberedDevice(username);
  const standsForPassword = device?.remembered === true;

  const refreshCaptcha = useCallback(() => {
    setVerifyCode('');
    setProof(undefined);
    loadCaptcha().then(setCaptcha, () => setCaptcha('failed'));
  }, []);
  useEffect(refreshCaptcha, [refreshCaptcha]);

  const focus = (field: string) =>
    form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();

  const prove = () => {
    setProof('solving');
    solveProof().then(
      (solved) => {
        setProof(solved);
        setProblems(({ verifyCode: _gone, ...rest }) => rest);
      },
      (cause) => {
        setProof(undefined);
        setFailure(textOfFailure(cause));
      },
    );
  };

  const send = async () => {
    const image = typeof captcha === 'object' ? captcha.captchaToken : '';
    await signIn({
      username: username.trim(),
      password,
      ...(typeof proof === 'object' ? proof : { captchaToken: image, verifyCode: verifyCode.trim() }),
      rememberDevice: keepPassword,
      deviceToken: device?.deviceToken,
    });
    rememberAccount(keepAccount || keepPassword ? username.trim() : undefined);
  };

  const fail = (cause: unknown) => {
    setBusy(false);
    refreshCaptcha();
    if (isCallError(cause) && cause.errcode === disabledAccount) return setDisabled(true);
    // A device token that was refused would be refused again; the password must be typed.
    if (password === '') forgetDevice();
    setPassword('');
    setFailure(textOfFailure(cause));
    focus('password');
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const isProven = typeof proof === 'object';
    const found = checkLogin({ username, password, verifyCode, hasDevice: standsForPassword, isProven });
    setProblems(found);
    setFailure(undefined);
    const first = Object.keys(found)[0];
    if (first !== undefined) return focus(first);
    setBusy(true);
    try {
      await send();
      onSignedIn();
    } catch (cause) {
      fail(cause);
    }
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
    acknowledge: () => setDisabled(false),
  } as const;
}
