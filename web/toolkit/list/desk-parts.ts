/** Parts of a list that only a desk shows; a phone never fetches them. */
export { FilterBar } from './FilterBar.tsx';
export { ShortcutHints } from './ListShortcuts.tsx';
export { ListTable } from './ListTable.tsx';
export { PageSize } from './PageSize.tsx';
