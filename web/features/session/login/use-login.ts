import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { HalfWay } from '#contract/session.ts';
import { sessionRefusals } from '#domain/refusals/session-refusals.ts';
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
const captchaAgainMs = 5_000;

/**
 * Holds the state of the login form: every validation error at its field at once, and a new captcha after
 * every failure (S0 §4, §5).
 */
export function useLogin(
  form: RefObject<HTMLFormElement | null>,
  onSignedIn: () => void,
  onHalf: (half: HalfWay) => void,
) {
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

  /** The captcha or proof that is being loaded: a user who submits earlier waits for it. */
  const coming = useRef<Promise<Captcha | 'failed'>>(undefined);
  const proving = useRef<Promise<Proof>>(undefined);

  const refreshCaptcha = useCallback(() => {
    setVerifyCode('');
    setProof(undefined);
    setCaptcha(undefined);
    const asked = loadCaptcha().catch(() => 'failed' as const);
    coming.current = asked;
    void asked.then((come) => coming.current === asked && setCaptcha(come));
  }, []);
  useEffect(refreshCaptcha, [refreshCaptcha]);
  /** Requests a missing captcha again in the background, so that the user need not check the network. */
  useEffect(() => {
    if (captcha !== 'failed' || proof !== undefined) return;
    const failed = coming.current;
    const again = () => {
      loadCaptcha().then(
        (come) => {
          if (coming.current !== failed) return;
          coming.current = Promise.resolve(come);
          setCaptcha(come);
        },
        () => undefined,
      );
    };
    const timer = setInterval(again, captchaAgainMs);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [captcha, proof]);

  const focus = (field: string) =>
    form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();

  const prove = () => {
    setProof('solving');
    proving.current = solveProof();
    proving.current.then(
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

  /** Returns the answer to the captcha, once it is loaded; undefined if that failed. */
  const answer = async (): Promise<Proof | undefined> => {
    if (proof !== undefined) return await proving.current;
    const image = await coming.current;
    return typeof image === 'object'
      ? { captchaToken: image.captchaToken, verifyCode: verifyCode.trim() }
      : undefined;
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
    const isProven = proof !== undefined;
    const found = checkLogin({ username, password, verifyCode, hasDevice: standsForPassword, isProven });
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
  const beginAnew = (cause?: unknown) => {
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
    beginAnew,
    acknowledge: () => setDisabled(false),
  } as const;
}

export type Login = ReturnType<typeof useLogin>;
