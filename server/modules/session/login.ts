import type { RefusalOf } from '#contract/endpoint.ts';
import type { LoginAnswer, LoginForm, session } from '#contract/session.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/context/context.ts';
import { newSecret } from '#server/context/ids.ts';
import { hashSecret } from '#server/context/secrets.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { appendAudit } from '#server/modules/audit/service.ts';
import { answerCaptcha } from './captcha.ts';
import { sessionsPerPerson } from './limits.ts';
import { type Attempt, forgetFailures, reserveAttempt } from './login-limits.ts';
import { isRightPassword } from './password-check.ts';
import * as queries from './queries.ts';
import { type Origin, sessionNote, tellEnded } from './service.ts';

type LoginRefusal = RefusalOf<typeof session.login>;

/** A person who may come in, and how they proved who they are. */
interface Proven {
  person: { staffId: string; name: string };
  loginType: 'password' | 'device';
  /** The hash that the password fitted, or that stood when the browser was recognised. */
  passwordHash: string;
}

/**
 * Signs a person in by captcha and password, or by captcha and a remembered browser (S0 §4). Every attempt whose captcha
 * was right comes to one `outcome` here.
 */
export async function login(
  context: Context,
  form: LoginForm,
  origin: Origin,
): Promise<LoginAnswer | LoginRefusal> {
  if (!(await answerCaptcha(context, form.captchaToken, form.verifyCode))) return refuse('wrongCaptcha');

  const person = await queries.findStaffByAccount(context.db, form.username);
  const deviceHash = form.deviceToken ? hashSecret(form.deviceToken) : undefined;
  const device = deviceHash ? await queries.findDevice(context.db, deviceHash) : undefined;
  const isKnown = person !== undefined && device?.staff_id === person.id;
  const attempt: Attempt = {
    account: form.username,
    address: origin.ip,
    knownDevice: isKnown ? deviceHash : undefined,
  };
  const reservation = await reserveAttempt(context, attempt);
  if (!reservation) return refuse('tooManyAttempts');

  const proven = await proveIdentity(context, form, person, isKnown && device?.may_sign_in === true);
  const outcome = isRefusal(proven) ? proven : await openSession(context, proven, attempt, form, origin);
  const isFailure = isRefusal(outcome) && outcome.refused === 'wrongCredentials';
  if (!isFailure) await reservation.giveBack();
  if (!isRefusal(outcome)) await forgetFailures(context, attempt);
  return outcome;
}

async function proveIdentity(
  context: Context,
  form: LoginForm,
  person: Awaited<ReturnType<typeof queries.findStaffByAccount>>,
  isRemembered: boolean,
): Promise<Proven | LoginRefusal> {
  const byDevice = isRemembered && form.password === '';
  const isRight =
    byDevice || (await isRightPassword(context, form.password, form.captchaToken, person?.password_hash));
  if (isRefusal(isRight)) return isRight;
  if (!isRight || !person) return refuse('wrongCredentials');
  // Said only to whoever knows the password, so that accounts cannot be listed by trying names.
  if (person.disabled_at) return refuse('accountDisabled');
  return {
    person: { staffId: person.id, name: person.name },
    loginType: byDevice ? 'device' : 'password',
    passwordHash: person.password_hash,
  };
}

/**
 * Opens the session and renews the browser's device token, so that a stolen copy of an old one is worth nothing. Of any
 * number who sign in by the same token at once, one comes in; and nobody by a password that was changed, or into an account
 * that was disabled, while the proof was being looked at: such a session would outlive the end of all the others.
 */
async function openSession(
  context: Context,
  { person, loginType, passwordHash }: Proven,
  attempt: Attempt,
  form: LoginForm,
  origin: Origin,
): Promise<LoginAnswer | LoginRefusal> {
  const now = context.now();
  const accessToken = newSecret();
  const deviceToken = newSecret();
  const sessionId = context.newId();
  const remembered = form.remember === 'true' || loginType === 'device';
  const isOpen = await inTransaction(context.db, async (tx) => {
    const current = await queries.lockPerson(tx, person.staffId);
    if (current?.password_hash !== passwordHash || current.disabled_at) return false;
    const replaced = attempt.knownDevice
      ? await queries.revokeDevices(tx, person.staffId, now, attempt.knownDevice)
      : 0;
    if (loginType === 'device' && replaced === 0) return false;
    await queries.insertSession(tx, {
      id: sessionId,
      token_hash: hashSecret(accessToken),
      staff_id: person.staffId,
      login_type: loginType,
      address: origin.ip,
      user_agent: origin.userAgent,
      created_at: now,
      seen_at: now,
    });
    await tellEnded(tx, await queries.endSessionsBeyond(tx, person.staffId, sessionsPerPerson, now));
    await queries.saveDevice(tx, {
      token_hash: hashSecret(deviceToken),
      staff_id: person.staffId,
      may_sign_in: remembered,
      user_agent: origin.userAgent,
      created_at: now,
      used_at: now,
    });
    await appendAudit(tx, context, {
      ...sessionNote('login', sessionId, person, origin),
      detail: { loginType, address: origin.ip },
    });
    return true;
  });
  if (!isOpen) return refuse('wrongCredentials');
  return {
    accessToken,
    loginType,
    staffId: person.staffId,
    deviceToken,
    remembered,
    expiresAt: new Date(now.getTime() + queries.sessionHours.absolute * 3_600_000).toISOString(),
  };
}
