import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { showTheme } from '#web/api/chosen-theme.ts';
import { keepStored, readStored } from '#web/api/read-stored.ts';
import { send } from '#web/api/send.ts';

/**
 * The storage key of the theme that was chosen on the login page; it goes to the next person who signs in.
 */
const storageKey = 'banjian.themeOfLogin';
/** Named as the login's other paths are, and held to the contract with them. */
export const themePath = '/api/preferences';

/** Shows the login page in the theme, and keeps it on this machine until a person signs in. */
export function chooseLoginTheme(theme: PortalTheme): void {
  showTheme(theme);
  keepStored(storageKey, theme);
}

/**
 * Applies a theme after a sign-in: the person's own theme wins and ends the one chosen before. A person
 * without one takes the chosen theme over; where none was chosen, the standard theme is shown, not that of
 * the former user.
 */
export async function takeThemeOver(own: PortalTheme | null | undefined): Promise<void> {
  const chosen = readStored(storageKey) as PortalTheme | undefined;
  if (!own) showTheme(chosen ?? PortalTheme.standard);
  if (chosen === undefined) return;
  try {
    if (!own) await send(saveOf(chosen));
    localStorage.removeItem(storageKey);
  } catch {
    // Still chosen: the next sign-in makes up for it.
  }
}

const saveOf = (theme: PortalTheme) => ({
  method: 'POST',
  path: themePath,
  body: JSON.stringify({ theme }),
  headers: { 'content-type': 'application/json' },
});
