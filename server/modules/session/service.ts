import type { LoginAnswer, LoginForm, TicketPurpose } from '#contract/session.ts';
import type { Actor } from '#domain/access/actor.ts';
import { commonPasswords } from '#domain/passwords/common-passwords.ts';
import { checkPassword, passwordMessage, passwordProfiles } from '#domain/passwords/password-rule.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/context/context.ts';
import { newSecret } from '#server/context/ids.ts';
import { hashSecret } from '#server/context/secrets.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { notify } from '#server/http/notify.ts';
import { appendAudit } from '#server/modules/audit/service.ts';
import { answerCaptcha } from './captcha.ts';
import { type Attempt, checkLimits, countFailure, forgetFailures } from './login-limits.ts';
import { HashingOverloaded, hashPassword, isPassword, nobodysHash } from './password-hash.ts';
import { unwrapPassword } from './password-transport.ts';
import * as queries from './queries.ts';

/** Where a call came from, for limits and the trail. */
export interface Origin {
  ip: string;
  userAgent: string;
  requestId: string;
}

const ticketSeconds = 60;

/** Signs a person in by captcha and password, or by captcha and a remembered browser (S0 §4). */
export async function login(
  context: Context,
  form: LoginForm,
  origin: Origin,
): Promise<LoginAnswer | Refusal> {
  if (form.password === '' && form.deviceToken === undefined) {
    return refuse('badInput', { problems: [{ field: 'password', message: '密码不能为空' }] });
  }
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
  const limited = await checkLimits(context, attempt);
  if (limited) return limited;

  const isRemembered = isKnown && device?.may_sign_in === true && form.password === '';
  const proven = isRemembered || (await isRightPassword(context, form.password, person?.password_hash));
  if (isRefusal(proven)) return proven;
  if (!proven || !person) {
    await countFailure(context, attempt);
    return refuse('wrongCredentials');
  }
  // Said only to whoever knows the password, so that accounts cannot be listed by trying names.
  if (person.disabled_at) return refuse('accountDisabled');
  await forgetFailures(context, attempt);
  return await openSession(context, { staffId: person.id, name: person.name }, origin, {
    loginType: isRemembered ? 'device' : 'password',
    replacesDevice: attempt.knownDevice,
    remember: form.remember === 'true' || isRemembered,
  });
}

async function isRightPassword(
  context: Context,
  sent: string,
  hash: string | undefined,
): Promise<boolean | Refusal> {
  const password = await unwrapPassword(context, sent);
  try {
    return (await isPassword(password ?? '', hash ?? nobodysHash)) && password !== undefined;
  } catch (error) {
    if (error instanceof HashingOverloaded) return refuse('busy');
    throw error;
  }
}

async function openSession(
  context: Context,
  actor: { staffId: string; name: string },
  origin: Origin,
  how: { loginType: string; replacesDevice: string | undefined; remember: boolean },
): Promise<LoginAnswer> {
  const now = context.now();
  const accessToken = newSecret();
  const deviceToken = newSecret();
  const sessionId = context.newId();
  await inTransaction(context.db, async (tx) => {
    await queries.insertSession(tx, {
      id: sessionId,
      token_hash: hashSecret(accessToken),
      staff_id: actor.staffId,
      login_type: how.loginType,
      address: origin.ip,
      user_agent: origin.userAgent,
      created_at: now,
      seen_at: now,
    });
    // Each login renews the browser's token, so that a stolen copy of an old one is worth nothing.
    if (how.replacesDevice) await queries.revokeDevices(tx, actor.staffId, now, how.replacesDevice);
    await queries.saveDevice(tx, {
      token_hash: hashSecret(deviceToken),
      staff_id: actor.staffId,
      may_sign_in: how.remember,
      user_agent: origin.userAgent,
      created_at: now,
      used_at: now,
    });
    await appendAudit(tx, context, {
      ...sessionNote('login', sessionId, actor, origin),
      detail: { loginType: how.loginType, address: origin.ip },
    });
  });
  return {
    accessToken,
    loginType: how.loginType,
    deviceToken,
    remembered: how.remember,
    expiresAt: new Date(now.getTime() + queries.sessionHours.absolute * 3_600_000).toISOString(),
  };
}

function sessionNote(
  verb: string,
  sessionId: string,
  actor: { staffId: string; name: string },
  origin: Pick<Origin, 'requestId'>,
) {
  return {
    chain: 'session',
    actor,
    action: `session.${verb}`,
    objectKind: 'session',
    objectId: sessionId,
    requestId: origin.requestId,
  };
}

/** Ends this session; its open screens are told and closed. */
export async function logout(
  context: Context,
  actor: Actor,
  sessionId: string,
  origin: Pick<Origin, 'requestId'>,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await tellEnded(tx, await queries.endSessions(tx, { id: sessionId }, 'logout', context.now()));
    await appendAudit(tx, context, sessionNote('logout', sessionId, actor, origin));
  });
}

/** Ends every session of a person and forgets every browser: after disabling and after a new password. */
export async function endAllSessions(
  tx: Tx,
  context: Pick<Context, 'now'>,
  staffId: string,
  reason: string,
): Promise<void> {
  const now = context.now();
  await tellEnded(tx, await queries.endSessions(tx, { staffId }, reason, now));
  await queries.revokeDevices(tx, staffId, now);
}

async function tellEnded(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  await notify(tx, { topics: sessionIds.map((id) => `session:${id}`), event: 'session', id: '' });
}

/** Where the browser may go after the single sign-out: within the portal, or to an allowed origin (security rule 4). */
export function safeRedirect(uri: string, allowedOrigins: readonly string[]): string {
  const home = '/login';
  // A backslash or a second slash would make browsers leave the portal.
  if (/^\/(?![/\\])/.test(uri) && !uri.includes('\\')) return uri;
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  return url && allowedOrigins.includes(url.origin) ? url.href : home;
}

/** A ticket for one download or one stream of events within a minute, for where no header can be sent. */
export async function createTicket(
  context: Context,
  sessionId: string,
  wish: { purpose: TicketPurpose; subject: string },
): Promise<{ ticket: string; expiresAt: string }> {
  const ticket = newSecret();
  const expiresAt = new Date(context.now().getTime() + ticketSeconds * 1000);
  await queries.insertTicket(context.db, {
    ticket_hash: hashSecret(ticket),
    session_id: sessionId,
    ...wish,
    expires_at: expiresAt,
  });
  return { ticket, expiresAt: expiresAt.toISOString() };
}

/** Forgets a browser (记住密码 is taken back). */
export async function forgetDevice(
  context: Context,
  actor: Actor,
  deviceToken: string,
  origin: Pick<Origin, 'requestId'>,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await queries.revokeDevices(tx, actor.staffId, context.now(), hashSecret(deviceToken));
    await appendAudit(tx, context, sessionNote('forget-device', actor.staffId, actor, origin));
  });
}

/** Changes the own password and ends every session of it, this one included (S0 §5; security rule 2). */
export async function changePassword(
  context: Context,
  actor: Actor,
  sent: { oldpassword: string; password: string },
  origin: Origin,
): Promise<Refusal | undefined> {
  const attempt: Attempt = {
    account: actor.account,
    address: origin.ip,
    knownDevice: `change:${actor.staffId}`,
  };
  const limited = await checkLimits(context, attempt);
  if (limited) return limited;

  const details = await queries.findStaffDetails(context.db, actor.staffId);
  const proven = await isRightPassword(context, sent.oldpassword, details.password_hash);
  if (isRefusal(proven)) return proven;
  if (!proven) {
    await countFailure(context, attempt);
    return refuse('wrongCredentials', {
      message: '原密码错误',
      problems: [{ field: 'oldpassword', message: '原密码错误' }],
    });
  }
  const password = await unwrapPassword(context, sent.password);
  const problems = checkPassword(password ?? '', {
    profile: passwordProfiles.default,
    common: commonPasswords,
    account: actor.account,
  });
  if (problems.length === 0 && (await isPassword(password ?? '', details.password_hash))) {
    problems.push({ field: 'password', message: passwordMessage.unchanged });
  }
  if (problems.length > 0) return refuse('badInput', { message: problems[0]?.message, problems });
  const hash = await hashPassword(password ?? '');
  await inTransaction(context.db, async (tx) => {
    await queries.updatePassword(tx, actor.staffId, hash, context.now());
    await endAllSessions(tx, context, actor.staffId, 'password changed');
    await appendAudit(tx, context, {
      ...sessionNote('change-password', actor.staffId, actor, origin),
      objectKind: 'staff',
    });
  });
  return undefined;
}

/** What every five minutes clears away. */
export async function cleanUp(context: Context): Promise<void> {
  await queries.dropOldSessions(context.db, context.now());
}
