import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { keepStored, readStored } from './read-stored.ts';

/**
 * The look that was last chosen on this machine: known before anybody has signed in, and before the server is asked, so
 * that no page is drawn in the one and then in the other.
 */
const storageKey = 'banjian.theme';

export function chosenTheme(): PortalTheme {
  return readStored(storageKey) === PortalTheme.elder ? PortalTheme.elder : PortalTheme.standard;
}

const listeners = new Set<() => void>();

/** Shows the page so, and the next one on this machine. */
export function showTheme(theme: PortalTheme): void {
  keepStored(storageKey, theme);
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

export function watchTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
