/** What a list shows at a desk alone: a phone never fetches it. */
export { FilterBar } from './FilterBar.tsx';
export { ListTable } from './ListTable.tsx';
export { PageSize } from './PageSize.tsx';
