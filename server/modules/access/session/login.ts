import type { RefusalOf } from '#contract/endpoint.ts';
import type { LoginForm, LoginOutcome, session } from '#contract/session.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { CallSubject } from '#server/framework/routing/call-observer.ts';
import { hashSecret } from '#server/kernel/crypto/secrets.ts';
import { answerCaptcha } from './captcha.ts';
import { type LoginAttempt, reserveAttempt, resetFailures } from './login-limits.ts';
import { openSession, type VerifiedByPassword } from './open-session.ts';
import { isRightPassword, unlessOverloaded } from './password-check.ts';
import { hasPublishedPassword } from './published-password.ts';
import * as queries from './queries.ts';
import type { Origin } from './session-record.ts';

type LoginRefusal = RefusalOf<typeof session.login>;

/**
 * Signs a person in by captcha and password, or by captcha and a remembered browser (S0 §4), or opens a half
 * session if a second factor is required. Every attempt with a right captcha ends in one `outcome` here.
 */
export async function login(
  context: Context,
  form: LoginForm,
  origin: Origin & { subject: CallSubject },
): Promise<LoginOutcome | LoginRefusal> {
  if (!(await answerCaptcha(context, form.captchaToken, form.verifyCode))) return refuse('wrongCaptcha');

  const person = await queries.findStaffByAccount(context.db, form.username);
  const deviceHash = form.deviceToken ? hashSecret(form.deviceToken) : undefined;
  const device = deviceHash ? await queries.findDevice(context.db, deviceHash) : undefined;
  const isKnown = person !== undefined && device?.staff_id === person.id;
  const attempt: LoginAttempt = {
    account: form.username,
    address: origin.ip,
    knownDevice: isKnown ? deviceHash : undefined,
  };
  const reservation = await reserveAttempt(context, attempt);
  if (!reservation) return refuse('tooManyAttempts');

  const verified = await verifyIdentity(context, form, person, isKnown && device?.may_sign_in === true);
  const outcome = isRefusal(verified)
    ? verified
    : await openSession(
        context,
        {
          ...verified,
          knownDevice: attempt.knownDevice,
          remembered: form.remember === 'true' || verified.loginType === 'device',
        },
        origin,
      );
  const isFailure = isRefusal(outcome) && outcome.refused === 'wrongCredentials';
  if (!isFailure) await reservation.release();
  origin.subject.hasHalfSession = 'halfSession' in outcome;
  // A half session is not enough to reset the counters: wrong codes could be tried without limit.
  if ('accessToken' in outcome) await resetFailures(context, attempt);
  return outcome;
}

async function verifyIdentity(
  context: Context,
  form: LoginForm,
  person: Awaited<ReturnType<typeof queries.findStaffByAccount>>,
  isRemembered: boolean,
): Promise<VerifiedByPassword | LoginRefusal> {
  const byDevice = isRemembered && form.password === '';
  const isRight =
    byDevice || (await isRightPassword(context, form.password, form.captchaToken, person?.password_hash));
  if (isRefusal(isRight)) return isRight;
  if (!isRight || !person) return refuse('wrongCredentials');
  // Returned only after the right password, so that accounts cannot be discovered by trying names.
  if (person.disabled_at) return refuse('accountDisabled');
  if (context.config.mode === 'production') {
    const isPublished = await unlessOverloaded(() => hasPublishedPassword(context.db, person));
    if (isRefusal(isPublished)) return isPublished;
    if (isPublished) return refuse('publishedPassword');
  }
  return {
    person: { staffId: person.id, account: person.account, name: person.name },
    loginType: byDevice ? 'device' : 'password',
    passwordHash: person.password_hash,
  };
}
