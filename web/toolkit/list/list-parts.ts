/**
 * What a list opens on a click, one step away: the names of all the files that these need stand here and not in what the
 * lists load.
 */
export const parts = {
  ExportDialog: async () => (await import('../exports/ExportDialog.tsx')).ExportDialog,
  ListPrint: async () => (await import('../list-print/ListPrint.tsx')).ListPrint,
  ShortcutHelp: async () => (await import('./ShortcutHelp.tsx')).ShortcutHelp,
  ColumnList: async () => (await import('./ColumnList.tsx')).ColumnList,
};
