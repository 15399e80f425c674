/** What a list shows on a phone, and the way to the filters in a low window. */
export { FoldedFilters } from './FoldedFilters.tsx';
export { ListCards } from './ListCards.tsx';
