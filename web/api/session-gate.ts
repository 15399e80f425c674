import { leaveFor } from './leave-for.ts';
import { clearSession, isOthersSession, readSessionToken } from './session-token.ts';

/** Asks the person to sign in again over the current screen; true when a new session stands. */
export type ReLogin = () => Promise<boolean>;

let reLogin: ReLogin | undefined;
let underWay: Promise<boolean> | undefined;
let isOffboarding = false;

/**
 * Marks that the person signs out: calls that fail from now on open no dialog and no page, for the page is
 * about to close.
 */
export function leaveSession(): void {
  isOffboarding = true;
}

/** The shell registers its sign-in dialog here; returns the way to take it back. */
export function registerReLogin(ask: ReLogin): () => void {
  reLogin = ask;
  return () => {
    if (reLogin === ask) reLogin = undefined;
  };
}

/**
 * Restores a session that ended: calls that fail together share one dialog, and a call that was sent with an
 * older token than the stored one (another tab signed in again) is sent again. While another person is signed
 * in it waits for its own person, and the other's session stays as it is. Without a shell the login page
 * opens.
 */
export async function restoreSession(tokenOfCall: string | undefined): Promise<boolean> {
  if (isOffboarding) return false;
  const stored = readSessionToken();
  const isOthers = isOthersSession();
  if (underWay === undefined && !isOthers && stored !== undefined && stored !== tokenOfCall) return true;
  if (underWay === undefined) {
    if (!isOthers) clearSession();
    if (reLogin === undefined || tokenOfCall === undefined) {
      openLoginPage();
      return false;
    }
    underWay = reLogin().finally(() => {
      underWay = undefined;
    });
  }
  return underWay;
}

/**
 * Asks the person to confirm their identity over the current screen, with the server's reason; true when it
 * is confirmed.
 */
export type ConfirmIdentity = (why: string) => Promise<boolean>;

let askIdentity: ConfirmIdentity | undefined;

/** The shell registers its dialog here; returns the way to take it back. */
export function registerConfirmIdentity(ask: ConfirmIdentity): () => void {
  askIdentity = ask;
  return () => {
    if (askIdentity === ask) askIdentity = undefined;
  };
}

/**
 * Asks for a confirmed identity for a call that needs it; false where the person declines, or no dialog is
 * available.
 */
export async function confirmIdentity(why: string): Promise<boolean> {
  return (await askIdentity?.(why)) ?? false;
}

/** Opens the login page, which returns to `target`. */
export function openLoginPage(target = location.pathname + location.search): void {
  leaveFor(target === '/' ? '/login' : `/login?r=${encodeURIComponent(target)}`);
}
