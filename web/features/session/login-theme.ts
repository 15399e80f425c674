import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { showTheme } from '#web/api/chosen-theme.ts';
import { readStored, writeStored } from '#web/api/read-stored.ts';
import { send } from '#web/api/send.ts';

/** Storage key of the theme chosen on the login page; the next person who logs in gets it. */
const storageKey = 'banjian.themeOfLogin';
/** Written here like the login's other paths; a test compares them with the contract. */
export const themePath = '/api/preferences';

/** Shows the login page in the theme, and stores it in this browser until a person logs in. */
export function chooseLoginTheme(theme: PortalTheme): void {
  showTheme(theme);
  writeStored(storageKey, theme);
}

/**
 * Applies a theme after a login: the person's own theme replaces the one chosen before. A person without one
 * uses the theme chosen before; if none was chosen, the standard theme is shown, not that of the previous user.
 */
export async function applyLoginTheme(personTheme: PortalTheme | null | undefined): Promise<void> {
  const storedChoice = readStored(storageKey) as PortalTheme | undefined;
  if (!personTheme) showTheme(storedChoice ?? PortalTheme.standard);
  if (storedChoice === undefined) return;
  try {
    if (!personTheme) await send(saveRequestOf(storedChoice));
    localStorage.removeItem(storageKey);
  } catch {
    // The choice stays stored, and the next login saves it.
  }
}

const saveRequestOf = (theme: PortalTheme) => ({
  method: 'POST',
  path: themePath,
  body: JSON.stringify({ theme }),
  headers: { 'content-type': 'application/json' },
});
