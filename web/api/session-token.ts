/**
 * The session token rests in local storage under one fixed key, so that every tab shares the login (S0 §9); beside it
 * how it was come by (S0 §4).
 */
const storageKey = 'banjian.accessToken';
const loginTypeKey = 'banjian.loginType';

export function readSessionToken(): string | undefined {
  return localStorage.getItem(storageKey) ?? undefined;
}

/** `password`, `device` or whatever the server names the way of signing in. */
export function readLoginType(): string | undefined {
  return localStorage.getItem(loginTypeKey) ?? undefined;
}

export function storeSession(session: { accessToken: string; loginType: string }): void {
  localStorage.setItem(loginTypeKey, session.loginType);
  localStorage.setItem(storageKey, session.accessToken);
}

export function clearSession(): void {
  localStorage.removeItem(storageKey);
  localStorage.removeItem(loginTypeKey);
}

/** Tells when another tab signs in or out; returns the way to stop listening. */
export function watchSessionToken(onChange: (token: string | undefined) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === storageKey) onChange(event.newValue ?? undefined);
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
