import type { SecondFactorChallenge } from '#contract/session.ts';
import type { SignOnResult, SignOnStart } from '#contract/sign-on.ts';
import { leaveFor } from '#web/api/leave-for.ts';
import { send } from '#web/api/send.ts';
import { sessionPrefix } from '#web/api/session-storage-prefix.ts';
import { signInPaths, storeLogin } from '../sign-in.ts';

const pendingSignOnKey = `${sessionPrefix}signOn`;

/**
 * Values that this browser needs after returning from the provider; the key ties the login to this browser.
 */
interface PendingSignOn {
  browserKey: string;
  target: string;
}

/** Opens the provider's login page, which returns to the login page with an answer (S0 §2). */
export async function leaveForSignOn(target: string): Promise<void> {
  const { location: address, browserKey } = (await post(signInPaths.signOnStart, {
    r: target,
  })) as SignOnStart;
  sessionStorage.setItem(pendingSignOnKey, JSON.stringify({ browserKey, target } satisfies PendingSignOn));
  leaveFor(address);
}

/** Returns the address that was requested when the login began; undefined if none began in this tab. */
export function targetOfSignOn(): string | undefined {
  return readPendingSignOn()?.target;
}

/**
 * Completes the unified login with the provider's answer, stores the session, and returns the requested
 * address, with the second step if the office requires one.
 */
export async function finishSignOn(
  providerAnswer: string,
): Promise<{ target: string; challenge?: SecondFactorChallenge }> {
  const browserKey = readPendingSignOn()?.browserKey ?? 'none';
  sessionStorage.removeItem(pendingSignOnKey);
  const session = (await post(signInPaths.signOnFinish, {
    browserKey,
    answer: providerAnswer,
  })) as SignOnResult;
  if ('halfSession' in session) return { target: session.target, challenge: session };
  await storeLogin('', session);
  return { target: session.target };
}

async function post(path: string, body: object): Promise<unknown> {
  return await send({
    method: 'POST',
    path,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    omitsSession: true,
  });
}

function readPendingSignOn(): PendingSignOn | undefined {
  try {
    const stored = JSON.parse(
      sessionStorage.getItem(pendingSignOnKey) ?? 'null',
    ) as Partial<PendingSignOn> | null;
    return typeof stored?.browserKey === 'string' && typeof stored.target === 'string'
      ? (stored as PendingSignOn)
      : undefined;
  } catch {
    return undefined;
  }
}
