/** Parts of a list that a phone shows, and the button for the filters in a low window. */
export { FoldedFilters } from './FoldedFilters.tsx';
export { ListCards } from './ListCards.tsx';
