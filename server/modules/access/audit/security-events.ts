import { audit } from '#contract/audit.ts';
import { jointPetitioners } from '#contract/joint-petitioners.ts';
import { secondFactor } from '#contract/second-factor.ts';
import { session } from '#contract/session.ts';
import { signOn } from '#contract/sign-on.ts';
import { workOrders } from '#contract/work-orders.ts';
import { type RefusalCode, refusalRow } from '#domain/refusals/refusals.ts';
import { storablePrefix } from '#domain/texts/json-shape.ts';
import type { CallOutcome } from '#server/framework/routing/call-observer.ts';

/** Name of a security event; it must not change, because operators' tools search for it. */
export type SecurityEventName =
  | 'login.succeeded'
  | 'login.failed'
  | 'login.captcha-failed'
  | 'login.limited'
  | 'login.disabled'
  | 'login.half-way'
  | 'login.code-failed'
  | 'login.code-limited'
  | 'second-factor.enrolled'
  | 'second-factor.removed'
  | 'second-factor.codes-renewed'
  | 'second-factor.failed'
  | 'second-factor.limited'
  | 'sign-on.succeeded'
  | 'sign-on.failed'
  | 'sign-on.unknown'
  | 'sign-on.limited'
  | 'captcha.limited'
  | 'password.changed'
  | 'password.change-failed'
  | 'password.change-limited'
  | 'call.forbidden'
  | 'call.not-found'
  | 'call.limited'
  | 'audit.read'
  | 'applicant.revealed';

export interface SecurityEvent {
  event: SecurityEventName;
  outcome: 'succeeded' | 'refused';
  at: Date;
  /** The account as typed, not checked to exist. Undefined if none was typed. */
  typedAccount: string | undefined;
  actor: { staffId: string; name: string; account: string } | undefined;
  address: string;
  userAgent: string;
  /** Method and declared path, without parameter values. */
  call: string;
  code: RefusalCode | undefined;
  requestId: string;
  detail: Record<string, unknown>;
  /** Accounts as typed in the events that this one summarises. */
  typedAccounts?: ReadonlySet<string>;
}

/** Returns method and declared path of a call, by which the audit log names it. */
export const keyOf = (endpoint: { method: string; path: string }) => `${endpoint.method} ${endpoint.path}`;

type EventNames = Partial<Record<RefusalCode | 'succeeded', SecurityEventName>>;

const login: EventNames = {
  succeeded: 'login.succeeded',
  wrongCredentials: 'login.failed',
  publishedPassword: 'login.failed',
  wrongCaptcha: 'login.captcha-failed',
  tooManyAttempts: 'login.limited',
  accountDisabled: 'login.disabled',
};

const unifiedLogin: EventNames = {
  succeeded: 'sign-on.succeeded',
  signOnRefused: 'sign-on.failed',
  signOnUnknown: 'sign-on.unknown',
  accountDisabled: 'login.disabled',
  tooManyAttempts: 'sign-on.limited',
};

/** The second step of a sign-in, and a signed-in person's own second factor. */
const secondStep: EventNames = {
  succeeded: 'login.succeeded',
  wrongCode: 'login.code-failed',
  tooManyAttempts: 'login.code-limited',
};
const ownFactor: EventNames = {
  wrongCredentials: 'second-factor.failed',
  wrongCode: 'second-factor.failed',
  tooManyAttempts: 'second-factor.limited',
};

/** Calls whose results have names of their own. */
const namesOfCall = new Map<string, EventNames>([
  [keyOf(session.login), login],
  [keyOf(session.loginForm), login],
  [keyOf(signOn.finish), unifiedLogin],
  [keyOf(secondFactor.finish), secondStep],
  [keyOf(secondFactor.enrolAtLogin), secondStep],
  [keyOf(secondFactor.begin), ownFactor],
  [keyOf(secondFactor.confirm), { ...ownFactor, succeeded: 'second-factor.enrolled' }],
  [keyOf(secondFactor.renewCodes), { ...ownFactor, succeeded: 'second-factor.codes-renewed' }],
  [keyOf(secondFactor.confirmIdentity), ownFactor],
  [keyOf(secondFactor.remove), { ...ownFactor, succeeded: 'second-factor.removed' }],
  [keyOf(session.captcha), { tooManyRequests: 'captcha.limited' }],
  [
    keyOf(session.changePassword),
    {
      succeeded: 'password.changed',
      wrongCredentials: 'password.change-failed',
      badInput: 'password.change-failed',
      tooManyAttempts: 'password.change-limited',
    },
  ],
  [keyOf(audit.list), { succeeded: 'audit.read' }],
  [keyOf(workOrders.revealApplicant), { succeeded: 'applicant.revealed' }],
  [keyOf(workOrders.revealForms), { succeeded: 'applicant.revealed' }],
  [keyOf(jointPetitioners.reveal), { succeeded: 'applicant.revealed' }],
]);

/** Returns the security event for the result of a call; undefined for an ordinary call. */
export function securityEventOf(outcome: CallOutcome, now: Date): SecurityEvent | undefined {
  const { endpoint, refusal, actor, subject } = outcome;
  const call = keyOf(endpoint);
  const names = namesOfCall.get(call);
  const event =
    (!refusal && subject?.hasHalfSession ? 'login.half-way' : names?.[refusal?.refused ?? 'succeeded']) ??
    (refusal && nameOfRefusal(refusal.refused, actor));
  if (!event) return undefined;
  return {
    event,
    outcome: refusal ? 'refused' : 'succeeded',
    at: now,
    typedAccount: subject?.account ?? (names === login ? textOf(outcome.input.body, 'username') : undefined),
    actor: actor && { staffId: actor.staffId, name: actor.name, account: actor.account },
    address: outcome.ip,
    userAgent: storablePrefix(outcome.userAgent, 120),
    call,
    code: refusal?.refused,
    requestId: outcome.requestId,
    detail: detailOf(event, outcome),
  };
}

/**
 * Returns the event of a call that was refused for lack of permission: with 403, or with "not found" for a person
 * outside the matter.
 */
function nameOfRefusal(code: RefusalCode, actor: CallOutcome['actor']): SecurityEventName | undefined {
  if (refusalRow[code].httpStatus === 403) return 'call.forbidden';
  if (refusalRow[code].httpStatus === 429) return 'call.limited';
  return code === 'notFound' && actor ? 'call.not-found' : undefined;
}

/** Parameters that choose a page: the reading of all pages is one record. */
const pagingParameters = new Set(['page', 'size', 'sort', 'order']);

/** Returns the parameters of the call, shortened; never a body, which may contain anything. */
function detailOf(event: SecurityEventName, { input }: CallOutcome): Record<string, unknown> {
  if (/^(login|sign-on|password|second-factor)\./.test(event)) return {};
  const parameters = (event === 'audit.read' ? input.query : input.params) ?? {};
  const entries = Object.entries(parameters as Record<string, unknown>)
    .filter(([name]) => event !== 'audit.read' || !pagingParameters.has(name))
    .slice(0, 10);
  return Object.fromEntries(
    entries.map(([name, value]) => [storablePrefix(name, 64), storablePrefix(String(value), 64)]),
  );
}

function textOf(body: unknown, name: string): string | undefined {
  const value = (body as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? storablePrefix(value, 100) : undefined;
}
