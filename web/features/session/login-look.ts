import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { showTheme } from '#web/api/chosen-theme.ts';
import { keepStored, readStored } from '#web/api/read-stored.ts';
import { send } from '#web/api/send.ts';

/** The look that was chosen on the login page, where nobody is known yet: it is of whoever signs in next. */
const storageKey = 'banjian.themeOfLogin';
/** Named as the login's other paths are, and held to the contract with them. */
export const lookPath = '/api/preferences';

/** Shows the login page so, and keeps it on this machine until somebody signs in. */
export function chooseLook(theme: PortalTheme): void {
  showTheme(theme);
  keepStored(storageKey, theme);
}

/**
 * After a sign-in: a look of the person's own stands and ends what was chosen before. Who has none takes that over; and
 * where nothing was chosen they get the usual look, not that of whoever sat here before.
 */
export async function takeLookOver(own: PortalTheme | null | undefined): Promise<void> {
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
  path: lookPath,
  body: JSON.stringify({ theme }),
  headers: { 'content-type': 'application/json' },
});
