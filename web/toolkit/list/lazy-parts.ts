import { lazy } from 'react';
import { partOrWords } from '../page/part-or-words.tsx';

/** What the list page opens on a click; its code comes with the click. */
export const ExportDialog = lazy(() =>
  partOrWords(async () => (await import('./list-parts.ts')).parts.ExportDialog()),
);
export const ShortcutHelp = lazy(() =>
  partOrWords(async () => (await import('./list-parts.ts')).parts.ShortcutHelp()),
);
