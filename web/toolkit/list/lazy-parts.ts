import { lazy } from 'react';
import { retryablePart } from '../lazy-parts/retryable-part.tsx';
import type { ListPrint as PrintOfList } from '../list-print/ListPrint.tsx';

/** Parts that the list page opens on a click; their code is loaded with the click. */
export const ExportDialog = lazy(() =>
  retryablePart(async () => (await import('./list-parts.ts')).parts.ExportDialog()),
);
/** The cast restores the type parameter for the list's rows, which `lazy` loses. */
export const ListPrint = lazy(() =>
  retryablePart(async () => (await import('./list-parts.ts')).parts.ListPrint()),
) as unknown as typeof PrintOfList;
export const ShortcutHelp = lazy(() =>
  retryablePart(async () => (await import('./list-parts.ts')).parts.ShortcutHelp()),
);
