import { lazy } from 'react';
import { partOrNotice } from '../lazy-parts/part-or-notice.tsx';
import type { ListPrint as PrintOfList } from '../list-print/ListPrint.tsx';

/** Parts that the list page opens on a click; their code is fetched at the click. */
export const ExportDialog = lazy(() =>
  partOrNotice(async () => (await import('./list-parts.ts')).parts.ExportDialog()),
);
/** `lazy` forgets that the part goes by the rows of its list. */
export const ListPrint = lazy(() =>
  partOrNotice(async () => (await import('./list-parts.ts')).parts.ListPrint()),
) as unknown as typeof PrintOfList;
export const ShortcutHelp = lazy(() =>
  partOrNotice(async () => (await import('./list-parts.ts')).parts.ShortcutHelp()),
);
