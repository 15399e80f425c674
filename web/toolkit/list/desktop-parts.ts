/** Parts of a list that only a desktop shows; a phone never loads them. */
export { FilterBar } from './FilterBar.tsx';
export { ShortcutHints } from './ListShortcuts.tsx';
export { ListTable } from './ListTable.tsx';
export { PageSize } from './PageSize.tsx';
