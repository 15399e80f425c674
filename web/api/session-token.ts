/** The session token rests in local storage under one fixed key, so that every tab shares the login (S0 §9). */
const storageKey = 'banjian.accessToken';

export function readSessionToken(): string | undefined {
  return localStorage.getItem(storageKey) ?? undefined;
}

export function storeSessionToken(token: string): void {
  localStorage.setItem(storageKey, token);
}

export function clearSessionToken(): void {
  localStorage.removeItem(storageKey);
}

/** Tells when another tab signs in or out; returns the way to stop listening. */
export function watchSessionToken(onChange: (token: string | undefined) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === storageKey) onChange(event.newValue ?? undefined);
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
