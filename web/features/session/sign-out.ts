import { session } from '#contract/session.ts';
import { leaveFor } from '#web/api/leave-for.ts';
import { send } from '#web/api/send.ts';
import { leaveSession } from '#web/api/session-gate.ts';
import { clearSession, isOthersSession, ownPerson } from '#web/api/session-token.ts';
import { forgetRegions } from '#web/toolkit/regions/recent-regions.ts';

const loginPage = '/login';

/**
 * Ends the session at the portal and then at the sign-on (the second sign-out, S0 §2), forgets it here, and
 * opens the address that the sign-on gives. An unreachable server does not stop it, and a session that has
 * ended is not asked for again.
 */
export async function signOut(): Promise<void> {
  leaveSession();
  await endAtPortal();
  const target = await endAtSignOn();
  forgetRegions(ownPerson());
  if (!isOthersSession()) clearSession();
  sessionStorage.clear();
  // A user who signed out is not led straight back by a unified login that comes first.
  leaveFor(target === loginPage ? `${loginPage}#account` : target);
}

async function endAtPortal(): Promise<void> {
  const { method, path } = session.logout;
  await send({ method, path }).catch(() => undefined);
}

async function endAtSignOn(): Promise<string> {
  const { method, path } = session.singleLogout;
  const answer = await send({ method, path, query: { redirectURI: loginPage } }).catch(() => undefined);
  return readTarget(answer) ?? loginPage;
}

/** Returns the target of the sign-on's answer; no answer may stop the sign-out. */
function readTarget(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('redirect_uri' in answer)) return undefined;
  const { redirect_uri: target } = answer;
  return typeof target === 'string' && target !== '' ? target : undefined;
}
