import { leaveFor } from './leave-for.ts';
import { clearSession, isOthersSession, readSessionToken } from './session-token.ts';

/** Asks the person to log in again over the current screen; returns true once there is a new session. */
export type ReLogin = () => Promise<boolean>;

let reLogin: ReLogin | undefined;
let pendingReLogin: Promise<boolean> | undefined;
let isSigningOut = false;

/**
 * Marks that the person logs out: no further call is sent, and a call that fails opens no dialog and no page,
 * because the page is about to close.
 */
export function markSigningOut(): void {
  isSigningOut = true;
}

/** Returns whether the person logs out. */
export function isSignOutStarted(): boolean {
  return isSigningOut;
}

/** Registers the shell's login dialog; returns the function that unregisters it. */
export function registerReLogin(ask: ReLogin): () => void {
  reLogin = ask;
  return () => {
    if (reLogin === ask) reLogin = undefined;
  };
}

/**
 * Restores a session that ended: calls that fail together share one dialog, and a call with an older token
 * than the stored one (another tab logged in again) is simply repeated. While another person is logged in, it
 * waits for its own person, and leaves the other session unchanged. Without a shell, it opens the login page.
 */
export async function restoreSession(tokenOfCall: string | undefined): Promise<boolean> {
  if (isSigningOut) return false;
  const stored = readSessionToken();
  const isOthers = isOthersSession();
  if (pendingReLogin === undefined && !isOthers && stored !== undefined && stored !== tokenOfCall)
    return true;
  if (pendingReLogin === undefined) {
    if (!isOthers) clearSession();
    if (reLogin === undefined || tokenOfCall === undefined) {
      openLoginPage();
      return false;
    }
    pendingReLogin = reLogin().finally(() => {
      pendingReLogin = undefined;
    });
  }
  return pendingReLogin;
}

/**
 * Asks the person to confirm their identity over the current screen, showing the server's reason; returns
 * true once it is confirmed.
 */
export type ConfirmIdentity = (reason: string) => Promise<boolean>;

let askIdentity: ConfirmIdentity | undefined;

/** Registers the shell's dialog; returns the function that unregisters it. */
export function registerConfirmIdentity(ask: ConfirmIdentity): () => void {
  askIdentity = ask;
  return () => {
    if (askIdentity === ask) askIdentity = undefined;
  };
}

/**
 * Asks for a confirmed identity for a call that needs it; returns false if the person declines, or no dialog
 * is available.
 */
export async function confirmIdentity(reason: string): Promise<boolean> {
  return (await askIdentity?.(reason)) ?? false;
}

/** Opens the login page, which returns to `target`. */
export function openLoginPage(target = location.pathname + location.search): void {
  leaveFor(target === '/' ? '/login' : `/login?r=${encodeURIComponent(target)}`);
}
