/**
 * The dialog of an export, one step away: the names of all the files that it needs stand here and not in what the lists
 * load.
 */
export const openExport = () => import('../exports/ExportDialog.tsx');
