import type { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { showTheme } from './chosen-theme.ts';
import { readStored } from './read-stored.ts';

/**
 * The session token rests in local storage under one fixed key, so that every tab shares the login (S0 §9); beside it
 * how it was come by (S0 §4), and whose it is.
 */
const storageKey = 'banjian.accessToken';
const loginTypeKey = 'banjian.loginType';
const personKey = 'banjian.person';

/** The owner of this page: the person who was signed in when it first asked, or has signed in on it. */
let own: string | null = null;

export function readSessionToken(): string | undefined {
  return readStored(storageKey);
}

/** `password`, `device` or whatever the server names the way of signing in. */
export function readLoginType(): string | undefined {
  return readStored(loginTypeKey);
}

/**
 * Checks whether the session was opened by the unified login, whose people may know no password of the
 * portal.
 */
export function isByUnified(loginType: string | undefined): boolean {
  return loginType === 'oidc' || loginType === 'gateway';
}

/** Returns the id of the person who owns this page; empty while no person is known. */
export function ownPerson(): string {
  own ??= localStorage.getItem(personKey);
  return own ?? '';
}

/**
 * Checks that another person has signed in from another tab: the content of this screen is not theirs, and must not be
 * sent in their name.
 */
export function isOthersSession(): boolean {
  const signedIn = localStorage.getItem(personKey);
  return signedIn !== null && ownPerson() !== signedIn;
}

export function storeSession(session: {
  accessToken: string;
  loginType: string;
  staffId: string;
  theme?: PortalTheme | null;
}): void {
  if (session.theme) showTheme(session.theme);
  own = session.staffId;
  // Before the token: a tab that reads the new token can then read its owner.
  localStorage.setItem(personKey, own);
  localStorage.setItem(loginTypeKey, session.loginType);
  localStorage.setItem(storageKey, session.accessToken);
}

export function clearSession(): void {
  localStorage.removeItem(storageKey);
  localStorage.removeItem(loginTypeKey);
  localStorage.removeItem(personKey);
}

/** Notifies when another tab signs in or out; returns the function that stops it. */
export function watchSessionToken(onChange: (token: string | undefined) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === storageKey) onChange(event.newValue ?? undefined);
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
