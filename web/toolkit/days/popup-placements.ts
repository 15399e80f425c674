import styles from './day-input.module.css';

/**
 * Moves a calendar that has too little space below and above its field into the window, where all of it can be
 * reached.
 */
const overflow = { adjustX: true, adjustY: true, shiftX: true, shiftY: true };

/**
 * Placements of a calendar's popup. NOTE: the distance to the field is a padding of the popup, since the library
 * keeps an offset also when it moves the popup, which would then leave the window by that much.
 */
const builtinPlacements = {
  bottomLeft: { points: ['tl', 'bl'], overflow },
  bottomRight: { points: ['tr', 'br'], overflow },
  topLeft: { points: ['bl', 'tl'], overflow },
  topRight: { points: ['br', 'tr'], overflow },
};

/** Properties of every calendar and every choice of a time: its popup stays in the window. */
export const popupProps = { builtinPlacements, classNames: { popup: { root: styles.popup ?? '' } } };
