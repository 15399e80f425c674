import type { SecondFactorChallenge } from '#contract/session.ts';
import type { SignOnResult, SignOnStart } from '#contract/sign-on.ts';
import { leaveFor } from '#web/api/leave-for.ts';
import { send } from '#web/api/send.ts';
import { sessionPrefix } from '#web/api/session-cache.ts';
import { enter, signInPaths } from '../sign-in.ts';

const wayKey = `${sessionPrefix}signOn`;

/**
 * Values that this browser needs after returning from the provider; the key ties the login to this browser.
 */
interface Way {
  browserKey: string;
  target: string;
}

/** Opens the provider's login page, which returns to the login page with an answer (S0 §2). */
export async function leaveForSignOn(target: string): Promise<void> {
  const { location: place, browserKey } = (await ask(signInPaths.signOnStart, { r: target })) as SignOnStart;
  sessionStorage.setItem(wayKey, JSON.stringify({ browserKey, target } satisfies Way));
  leaveFor(place);
}

/** Returns the address that was requested when the login began; undefined if none began in this tab. */
export function targetOfWay(): string | undefined {
  return readWay()?.target;
}

/**
 * Completes the unified login with the provider's answer, stores the session, and returns the requested
 * address, with the second step if the office requires one.
 */
export async function finishSignOn(
  answer: string,
): Promise<{ target: string; half?: SecondFactorChallenge }> {
  const browserKey = readWay()?.browserKey ?? 'none';
  sessionStorage.removeItem(wayKey);
  const session = (await ask(signInPaths.signOnFinish, { browserKey, answer })) as SignOnResult;
  if ('halfSession' in session) return { target: session.target, half: session };
  await enter('', session);
  return { target: session.target };
}

async function ask(path: string, body: object): Promise<unknown> {
  return await send({
    method: 'POST',
    path,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    withoutSession: true,
  });
}

function readWay(): Way | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(wayKey) ?? 'null') as Partial<Way> | null;
    return typeof kept?.browserKey === 'string' && typeof kept.target === 'string'
      ? (kept as Way)
      : undefined;
  } catch {
    return undefined;
  }
}
