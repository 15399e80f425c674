import { useSyncExternalStore } from 'react';
import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { chosenTheme, watchTheme } from '#web/api/chosen-theme.ts';

/** How much larger letters are than in the standard look, as `web/toolkit/styles/base.css` has it: for widths that hold words. */
export function useTypeScale(): number {
  return useSyncExternalStore(watchTheme, chosenTheme) === PortalTheme.elder ? 1.286 : 1;
}
