import { useSyncExternalStore } from 'react';
import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { chosenTheme, watchTheme } from '#web/api/chosen-theme.ts';

/**
 * Returns the ratio of letters to those of the standard look, as `web/toolkit/styles/base.css` has it: for widths that
 * hold words.
 */
export function useTypeScale(): number {
  return useSyncExternalStore(watchTheme, chosenTheme) === PortalTheme.elder ? 1.286 : 1;
}
