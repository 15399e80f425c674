import { ChoiceBox, type ChoiceBoxProps } from '../choices/ChoiceBox.tsx';

/** Shows the box of a region: with the chosen one, opening the dialog, and a button that clears it. */
export function RegionBox(props: Omit<ChoiceBoxProps, 'sign' | 'clearLabel'>) {
  return <ChoiceBox {...props} sign={<PlaceIcon />} clearLabel="清除行政区划" />;
}

/**
 * Draws the icon of a place; importing the library's icons would load those of other screens with every list.
 */
function PlaceIcon() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" fill="none" aria-hidden="true" focusable="false">
      <path d="M7 13S2 8.7 2 5.7a5 5 0 0 1 10 0C12 8.7 7 13 7 13z" stroke="currentColor" strokeWidth="1.2" />
      <circle cx="7" cy="5.7" r="1.8" stroke="currentColor" strokeWidth="1.2" />
    </svg>
  );
}
