import { useSyncExternalStore } from 'react';
import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { chosenTheme, watchTheme } from '#web/api/chosen-theme.ts';

/**
 * Returns the ratio of the font size to that of the standard theme, from `web/toolkit/styles/base.css`: for
 * widths of elements with text.
 */
export function useTypeScale(): number {
  return useSyncExternalStore(watchTheme, chosenTheme) === PortalTheme.elder ? 1.286 : 1;
}
