import { session } from '#contract/session.ts';
import { leaveFor } from '#web/api/leave-for.ts';
import { send } from '#web/api/send.ts';
import { markSigningOut } from '#web/api/session-gate.ts';
import { clearSession, isOthersSession, pageOwnerId } from '#web/api/session-token.ts';
import { deleteAllDrafts } from '#web/toolkit/definitions/stored-drafts.ts';
import { deleteRecentRegions } from '#web/toolkit/regions/recent-regions.ts';

const loginPage = '/login';

/**
 * Ends the session at the portal and then at the unified login (the second logout, S0 §2), deletes it here,
 * and opens the address that the unified login returns. An unreachable server does not prevent it, and an
 * ended session asks for no login.
 */
export async function signOut(): Promise<void> {
  markSigningOut();
  await endAtPortal();
  const target = await endAtSignOn();
  deleteRecentRegions(pageOwnerId());
  deleteAllDrafts(pageOwnerId());
  if (!isOthersSession()) clearSession();
  sessionStorage.clear();
  // After a logout, a unified login that comes first must not log the user straight in again.
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

/** Returns the target in the unified login's answer; no answer may prevent the logout. */
function readTarget(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('redirect_uri' in answer)) return undefined;
  const { redirect_uri: target } = answer;
  return typeof target === 'string' && target !== '' ? target : undefined;
}
