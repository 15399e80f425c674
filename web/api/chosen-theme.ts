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

/** Tells of a change, also of one in another tab of this machine, which this page then shows too; returns the way to stop. */
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
