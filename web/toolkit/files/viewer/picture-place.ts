/** The position of a picture in its frame: zoom, rotation, and distance from the centre (in CSS pixels). */
export interface PicturePlace {
  /** 1 is the largest size that fits. */
  zoom: number;
  /** Rotation, clockwise in degrees. */
  turn: 0 | 90 | 180 | 270;
  x: number;
  y: number;
}

export const pictureZoom = { least: 0.25, most: 20, step: 1.25 } as const;

/** A small picture is enlarged up to this factor to fill the window. */
const mostEnlarged = 4;

/** The largest size that fits, centred. */
export const firstPlace: PicturePlace = { zoom: 1, turn: 0, x: 0, y: 0 };

/**
 * Returns the place after zooming about a point of the frame, counted from its centre, which stays where it
 * is.
 */
export function zoomed(place: PicturePlace, factor: number, about = { x: 0, y: 0 }): PicturePlace {
  const zoom = Math.min(pictureZoom.most, Math.max(pictureZoom.least, place.zoom * factor));
  const real = zoom / place.zoom;
  return {
    ...place,
    zoom,
    x: about.x - (about.x - place.x) * real,
    y: about.y - (about.y - place.y) * real,
  };
}

/** Returns the place after a rotation by 90°, centred again. */
export function turned(place: PicturePlace, way: 1 | -1): PicturePlace {
  const turn = ((place.turn + way * 90 + 360) % 360) as PicturePlace['turn'];
  return { ...firstPlace, turn };
}

export function moved(place: PicturePlace, by: { x: number; y: number }): PicturePlace {
  return { ...place, x: place.x + by.x, y: place.y + by.y };
}

/** Returns the place at which a picture has its own size; `fit` is the scale at which it fits the frame. */
export function ownSized(fit: number): PicturePlace {
  return zoomed(firstPlace, 1 / fit);
}

/** Returns the size at which a rotated picture fits the frame; a small one is enlarged. */
export function fitted(
  picture: { width: number; height: number },
  frame: { width: number; height: number },
  turn: PicturePlace['turn'],
): { width: number; height: number } {
  const lies = turn === 90 || turn === 270;
  const [width, height] = lies ? [frame.height, frame.width] : [frame.width, frame.height];
  const scale = Math.min(mostEnlarged, width / picture.width, height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}
