import type {
  Captcha as CaptchaAnswer,
  LoginOutcome,
  LoginResult,
  SecondFactorChallenge,
} from '#contract/session.ts';
import type { DemoGuide, Welcome } from '#contract/welcome.ts';
import { loginText } from '#domain/texts/input-texts.ts';
import { send } from '#web/api/send.ts';
import { storeSession } from '#web/api/session-token.ts';
import { applyLoginTheme } from './login-theme.ts';
import { rememberDevice } from './remembered-account.ts';

/**
 * The login's own calls. Their paths are written here, because the schemas of the contract's endpoints would
 * double the size of the login page; a test compares them with the contract.
 */
export const signInPaths = {
  captcha: '/sys/captcha',
  publicKey: '/api/session/public-key',
  login: '/login',
  welcome: '/api/welcome',
  demoGuide: '/api/welcome/demo-guide',
  signOnStart: '/api/sign-on/start',
  signOnFinish: '/api/sign-on/finish',
} as const;

/** Data while nothing is loaded yet. */
export const emptyWelcome: Welcome = { officeName: '', isDemo: false, signOn: null };

/** Returns the login page's data about the office; empty data if they cannot be loaded. */
export async function loadWelcome(): Promise<Welcome> {
  const request = send({ method: 'GET', path: signInPaths.welcome, omitsSession: true });
  return await (request as Promise<Welcome>).catch(() => emptyWelcome);
}

/** Returns the people whom a visitor of the demo may log in as. */
export async function loadDemoGuide(): Promise<DemoGuide> {
  return (await send({ method: 'GET', path: signInPaths.demoGuide, omitsSession: true })) as DemoGuide;
}

export interface Captcha {
  img: string;
  captchaToken: string;
}

export interface Proof {
  captchaToken: string;
  verifyCode: string;
}

/** Texts of the alternative to the captcha: the offer, and the note after passing. */
export const proofText = { offer: '无法看清？使用无障碍验证', passed: '无障碍验证已通过' } as const;

export interface SignInForm extends Proof {
  username: string;
  /** As typed; empty if a remembered device replaces it. */
  password: string;
  rememberDevice: boolean;
  deviceToken: string | undefined;
}

export async function loadCaptcha(): Promise<Captcha> {
  return requestCaptcha('picture');
}

/** Replaces the captcha for users who cannot see it: the browser solves a proof of work. */
export async function solveProof(): Promise<Proof> {
  const { captchaToken, work } = await requestCaptcha('work');
  if (work === null) throw new Error('The captcha of kind "work" contains no proof-of-work task');
  const { solveProofOfWork: solve } = await import('./proof-of-work.ts');
  return { captchaToken, verifyCode: await solve(work.salt, work.difficulty) };
}

async function requestCaptcha(kind: 'picture' | 'work'): Promise<CaptchaAnswer> {
  const query = { kind, t: String(Date.now()) };
  return (await send({
    method: 'GET',
    path: signInPaths.captcha,
    query,
    omitsSession: true,
  })) as CaptchaAnswer;
}

type Key = { publicKey: string };

let prefetchedKey: Promise<Key> | undefined;

const loadKey = () =>
  send({ method: 'GET', path: signInPaths.publicKey, omitsSession: true }) as Promise<Key>;

/** Requests the server's key before the password is typed, which saves a round trip after the press. */
export function prefetchKey(): void {
  prefetchedKey ??= loadKey();
  // After a failure, the key is requested again when it is needed.
  prefetchedKey.catch(() => undefined);
}

/** Returns the prefetched key, once; requests a new one if that failed or was used. */
async function consumeKey(): Promise<Key> {
  const prefetched = prefetchedKey;
  prefetchedKey = undefined;
  return (await prefetched?.catch(() => undefined)) ?? loadKey();
}

/**
 * Encrypts a password with the server's key, bound to a nonce that works once; loads the cipher when it is
 * needed.
 */
export async function encryptWithServerKey(password: string, nonce: string): Promise<string> {
  const [{ encryptPassword }, key] = await Promise.all([import('./password-cipher.ts'), consumeKey()]);
  return encryptPassword(password, key.publicKey, nonce);
}

let landingAddress: string | undefined;

/**
 * Returns the address to open after a login: the requested one, but for `/` the person's own first screen if
 * the server named it.
 */
export function addressAfterSignIn(requestedAddress: string): string {
  return requestedAddress === '/' ? (landingAddress ?? requestedAddress) : requestedAddress;
}

/**
 * Stores the session token, the login type and the device token (S0 §4); the unified login has no device
 * token.
 */
export async function storeLogin(account: string, answer: LoginResult): Promise<void> {
  storeSession(answer);
  landingAddress = answer.landing ?? undefined;
  const { deviceToken, remembered } = answer;
  if (deviceToken !== '') rememberDevice({ account, deviceToken, remembered });
  await applyLoginTheme(answer.theme);
}

/**
 * Logs in (S0 §4), or returns that the second factor is needed: then there is no session yet. Throws
 * `CallError` (501 is a disabled account).
 */
export async function signIn(form: SignInForm): Promise<SecondFactorChallenge | undefined> {
  const body = new URLSearchParams({
    username: form.username,
    password: form.password === '' ? '' : await encryptWithServerKey(form.password, form.captchaToken),
    verifyCode: form.verifyCode,
    captchaToken: form.captchaToken,
    remember: String(form.rememberDevice),
    ...(form.deviceToken === undefined ? {} : { deviceToken: form.deviceToken }),
  });
  const answer = (await send({
    method: 'POST',
    path: signInPaths.login,
    body,
    omitsSession: true,
  })) as LoginOutcome;
  if ('halfSession' in answer) return answer;
  await storeLogin(form.username, answer);
  return undefined;
}

export type LoginField = 'username' | 'password' | 'verifyCode';

/**
 * Returns the problems of all missing values at once, with the texts of the specification (S0 §5); a
 * remembered device needs no password.
 */
export function checkLogin(form: {
  username: string;
  password: string;
  verifyCode: string;
  hasDevice: boolean;
  isVerified: boolean;
}): Partial<Record<LoginField, string>> {
  const problems: Partial<Record<LoginField, string>> = {};
  if (form.username.trim() === '') problems.username = loginText.usernameMissing;
  if (form.password === '' && !form.hasDevice) problems.password = loginText.passwordMissing;
  if (form.verifyCode.trim() === '' && !form.isVerified) problems.verifyCode = loginText.captchaMissing;
  return problems;
}
