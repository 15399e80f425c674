import type { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { showTheme } from './chosen-theme.ts';
import { readStored } from './read-stored.ts';

/**
 * The session token in local storage, under one fixed key, so that all tabs share the login (S0 §9). The way
 * of logging in (S0 §4) and the person's id are stored with it.
 */
const storageKey = 'banjian.accessToken';
const loginTypeKey = 'banjian.loginType';
const personKey = 'banjian.person';

/** Owner of this page: the person who was logged in at the first request, or who has logged in on it. */
let ownerId: string | null = null;

export function readSessionToken(): string | undefined {
  return readStored(storageKey);
}

/** Returns the way of logging in: `password`, `device` or another name from the server. */
export function readLoginType(): string | undefined {
  return readStored(loginTypeKey);
}

/**
 * Checks whether the session was opened by the unified login, whose users may have no password of the portal.
 */
export function isUnifiedLoginType(loginType: string | undefined): boolean {
  return loginType === 'oidc' || loginType === 'gateway';
}

/** Returns the id of the person who last signed in with this browser; empty if there is none. */
export function storedPersonId(): string {
  return readStored(personKey) ?? '';
}

/** Returns the id of the person who owns this page; empty until there is one. */
export function pageOwnerId(): string {
  ownerId ??= localStorage.getItem(personKey);
  return ownerId ?? '';
}

/**
 * Checks whether another person has logged in from another tab: this screen's content is not theirs, and must
 * not be sent in their name.
 */
export function isOthersSession(): boolean {
  const signedInId = localStorage.getItem(personKey);
  return signedInId !== null && pageOwnerId() !== signedInId;
}

export function storeSession(session: {
  accessToken: string;
  loginType: string;
  staffId: string;
  theme?: PortalTheme | null;
}): void {
  if (session.theme) showTheme(session.theme);
  ownerId = session.staffId;
  // Stored before the token, so that a tab that reads the new token can read its owner.
  localStorage.setItem(personKey, ownerId);
  localStorage.setItem(loginTypeKey, session.loginType);
  localStorage.setItem(storageKey, session.accessToken);
}

export function clearSession(): void {
  localStorage.removeItem(storageKey);
  localStorage.removeItem(loginTypeKey);
  localStorage.removeItem(personKey);
}

/** Calls `onChange` when another tab logs in or out; returns the function that unsubscribes. */
export function watchSessionToken(onChange: (token: string | undefined) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === storageKey) onChange(event.newValue ?? undefined);
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
