import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { keepStored, readStored } from './read-stored.ts';

/**
 * The theme that was last chosen on this machine: available before login and before the server answers, so
 * that a page is not drawn in two themes.
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

/**
 * Notifies the listener of a change, also from another tab of this machine; returns the function that stops
 * it.
 */
export function watchTheme(listener: () => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key !== storageKey) return;
    document.documentElement.dataset.theme = chosenTheme();
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', follow);
  };
}
