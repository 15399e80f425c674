import type { RefusalOf } from '#contract/endpoint.ts';
import { findOwnPath } from '#contract/safe-target.ts';
import type { SignOnResult, SignOnStart, signOn } from '#contract/sign-on.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import { isProblem, type SignOn, type SignOnProblem } from '#server/adapters/gateways/sign-on/sign-on.ts';
import type { Context } from '#server/framework/context.ts';
import type { PreBodyLimit } from '#server/framework/routing/access.ts';
import type { CallSubject } from '#server/framework/routing/call-observer.ts';
import { hashSecret } from '#server/kernel/crypto/secrets.ts';
import { visitorNetwork } from '#server/kernel/http/visitor-network.ts';
import { newSecret } from '#server/kernel/ids.ts';
import { type Origin, openSession } from '#server/modules/access/session/service.ts';
import * as queries from './queries.ts';

/** Minutes for the steps at the provider: finding a phone, a code, a certificate's PIN. */
const signOnMinutes = 10;
/** Minutes after the end of a session in which its sign-out may continue at the provider. */
const signOutMinutes = 5;

export const limitsOfSignOn =
  (step: 'start' | 'finish'): PreBodyLimit['limitsOf'] =>
  ({ ip }) => [{ bucket: `sign-on:${step}:${visitorNetwork(ip)}`, limit: 100, windowSeconds: 60 }];

/** Sends a browser to the provider; the requested page is stored until it returns (S0 §2). */
export async function startSignOn(
  context: Context,
  request: { r: string; origin: string },
): Promise<SignOnStart | RefusalOf<typeof signOn.start>> {
  const provider = context.signOn;
  if (!provider) return refuse('notServed', { message: '本单位尚未接入统一身份认证，请使用账号和密码登录' });
  const state = newSecret();
  const browserKey = newSecret();
  const target = ownPath(request.r);
  const returnAddress = provider.returnAddress(request.origin, target, state);
  const redirect = await provider.begin(returnAddress, state);
  if (isProblem(redirect)) {
    logProblem(context, provider, redirect);
    return refuse('signOnUnavailable');
  }
  await queries.insertSignOn(context.db, {
    state_hash: hashSecret(state),
    browser_hash: hashSecret(browserKey),
    kept_sealed: context.crypto.seal(JSON.stringify(redirect.secrets)),
    return_address: returnAddress,
    target,
    expires_at: new Date(context.now().getTime() + signOnMinutes * 60_000),
  });
  return { location: redirect.location, browserKey };
}

/**
 * Signs in the person whom the provider confirms. The sign-on must have started in this browser, is valid once,
 * and the account is found by the one claim that the operator configured.
 */
export async function finishSignOn(
  context: Context,
  input: { browserKey: string; answer: string },
  origin: Origin & { subject: CallSubject },
): Promise<SignOnResult | RefusalOf<typeof signOn.finish>> {
  const provider = context.signOn;
  if (!provider) return refuse('notServed');
  const answer = new URLSearchParams(input.answer);
  const storedSignOn = await queries.consumeSignOn(
    context.db,
    { stateHash: hashSecret(answer.get('state') ?? ''), browserHash: hashSecret(input.browserKey) },
    context.now(),
  );
  if (!storedSignOn) return refuse('signOnRefused');
  const secrets = JSON.parse(context.crypto.open(storedSignOn.kept_sealed, 'session')) as Record<
    string,
    string
  >;
  const confirmation = await provider.finish(answer, secrets, storedSignOn.return_address);
  if (isProblem(confirmation)) {
    logProblem(context, provider, confirmation);
    return refuse(confirmation.fault === 'unavailable' ? 'signOnUnavailable' : 'signOnRefused');
  }

  const person = await findPerson(context, provider, confirmation.person);
  if (!person) return refuse('signOnUnknown');
  origin.subject.account = person.account;
  if (person.disabled_at) return refuse('accountDisabled');
  const result = await openSession(
    context,
    {
      person: { staffId: person.id, account: person.account, name: person.name },
      loginType: provider.kind,
      proofSealed: context.crypto.seal(confirmation.proof),
    },
    origin,
  );
  origin.subject.hasHalfSession = 'halfSession' in result;
  // Disabled between the two queries, the only possible refusal here.
  return isRefusal(result) ? refuse('accountDisabled') : { ...result, target: storedSignOn.target };
}

/**
 * Returns the address at which the sign-out continues for a session of the unified login: at the provider,
 * which ends its own session and sends the browser to `path` of the portal. Undefined for every other
 * session. The session is found by its token, also shortly after it ended, because the portal's own sign-out comes
 * first (S0 §2).
 */
export async function findSignOutAddress(
  context: Context,
  token: string,
  returnTarget: { origin: string; path: string },
): Promise<string | undefined> {
  const provider = context.signOn;
  if (!provider || token === '' || !returnTarget.path.startsWith('/')) return undefined;
  const since = new Date(context.now().getTime() - signOutMinutes * 60_000);
  const proof = await queries.findProof(context.db, hashSecret(token), since);
  // For a session of another provider than the current one there is nothing to end.
  if (proof?.loginType !== provider.kind) return undefined;
  return await provider.signOutAddress(
    context.crypto.open(proof.sealed, 'session'),
    returnTarget.origin + returnTarget.path,
  );
}

function ownPath(target: string): string {
  const path = findOwnPath(target) ?? '/';
  return /^\/login(?:[?#/]|$)/.test(path) ? '/' : path;
}

async function findPerson(context: Context, { person }: SignOn, claim: string) {
  return await queries.findConfirmedPerson(
    context.db,
    person.match === 'certificate'
      ? { certificateDigest: context.crypto.searchHash(claim) }
      : { account: claim },
  );
}

/** Writes the provider's error to the log; it is shown nowhere else. */
function logProblem(
  { log }: Context,
  { kind, isSimulated: isSimulator }: SignOn,
  { fault: problem, cause }: SignOnProblem,
): void {
  log.warn({ kind, isTwin: isSimulator, fault: problem, cause }, 'The unified login failed');
}

/** Deletes expired sign-ons, every five minutes. */
export async function cleanUpSignOns(context: Context): Promise<void> {
  await queries.deleteOldSignOns(context.db, context.now());
}
