import { session } from '#contract/session.ts';
import { call } from '#web/api/call.ts';
import { clearSessionToken } from '#web/api/session-token.ts';

/** Ends the session here and at the server, and opens the login page; a server that cannot be reached holds nobody. */
export async function signOut(): Promise<void> {
  try {
    await call(session.logout, {});
  } catch {
    // The token is forgotten here in any case; the server drops it at its idle limit.
  }
  clearSessionToken();
  sessionStorage.clear();
  location.assign('/login');
}
