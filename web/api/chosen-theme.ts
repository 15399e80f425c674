import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { readStored, writeStored } from './read-stored.ts';

/**
 * The theme last chosen in this browser: available before login and before the server answers, so that a page
 * is not drawn in two themes.
 */
const storageKey = 'banjian.theme';

export function chosenTheme(): PortalTheme {
  return readStored(storageKey) === PortalTheme.elder ? PortalTheme.elder : PortalTheme.standard;
}

const listeners = new Set<() => void>();

/** Applies the theme to the page, and stores it for the next page in this browser. */
export function showTheme(theme: PortalTheme): void {
  writeStored(storageKey, theme);
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

/** Notifies the listener of a change, also from another tab; returns the function that unsubscribes. */
export function watchTheme(listener: () => void): () => void {
  const applyChange = ({ key }: StorageEvent) => {
    if (key !== storageKey) return;
    document.documentElement.dataset.theme = chosenTheme();
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', applyChange);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', applyChange);
  };
}
