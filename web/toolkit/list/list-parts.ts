/**
 * Parts that a list opens on a click, one import further away: this file contains the names of all their files,
 * which lists then do not load at first.
 */
export const parts = {
  ExportDialog: async () => (await import('../exports/ExportDialog.tsx')).ExportDialog,
  ListPrint: async () => (await import('../list-print/ListPrint.tsx')).ListPrint,
  ShortcutHelp: async () => (await import('./ShortcutHelp.tsx')).ShortcutHelp,
  ColumnList: async () => (await import('./ColumnList.tsx')).ColumnList,
};
