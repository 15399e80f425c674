import styles from './day-input.module.css';

/**
 * Moves a calendar that has too little space below and above its field into the window, where all of it can be
 * reached.
 */
const overflow = { adjustX: true, adjustY: true, shiftX: true, shiftY: true };

/** Keeps a calendar beside its field, as high or low as the window allows. */
const overflowBeside = { shiftY: true };

/**
 * Placements of a calendar's popup. NOTE: the distance to the field is a padding of the popup, since the library
 * keeps an offset also when it moves the popup, which would then leave the window by that much.
 */
const builtinPlacements = {
  bottomLeft: { points: ['tl', 'bl'], overflow },
  bottomRight: { points: ['tr', 'br'], overflow },
  topLeft: { points: ['bl', 'tl'], overflow },
  topRight: { points: ['br', 'tr'], overflow },
  rightTop: { points: ['tl', 'tr'], overflow: overflowBeside },
  leftTop: { points: ['tr', 'tl'], overflow: overflowBeside },
};

/** Properties of every calendar and every choice of a time: its popup stays in the window. */
export const popupProps = { builtinPlacements, classNames: { popup: { root: styles.popup ?? '' } } };

export interface PopupPlace {
  /** `bottomLeft` is also above the field, `rightTop` and `leftTop` are beside it. */
  placement: 'bottomLeft' | 'rightTop' | 'leftTop';
  /** True if there is no space around the field, so that the popup covers it. */
  isCovering: boolean;
}

interface Size {
  width: number;
  height: number;
}

/**
 * Returns the place of a popup of this size, so that it does not cover its field: below or above, else beside it. A
 * window without space for either gets it over the field.
 */
export function placeOfPopup(
  field: Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>,
  popup: Size,
  page: Size,
): PopupPlace {
  if (popup.height <= Math.max(page.height - field.bottom, field.top))
    return { placement: 'bottomLeft', isCovering: false };
  if (popup.width <= page.width - field.right) return { placement: 'rightTop', isCovering: false };
  if (popup.width <= field.left) return { placement: 'leftTop', isCovering: false };
  return { placement: 'bottomLeft', isCovering: true };
}
