/** The position of a picture in its frame: zoom, rotation, and distance from the centre (in CSS pixels). */
export interface PictureTransform {
  /** 1 is the largest size that fits. */
  zoom: number;
  /** Rotation, clockwise in degrees. */
  turn: 0 | 90 | 180 | 270;
  x: number;
  y: number;
}

export const pictureZoom = { min: 0.25, max: 20, step: 1.25 } as const;

/** A small picture is enlarged up to this factor to fill the window. */
const maxEnlargement = 4;

/** The largest size that fits, centred. */
export const initialTransform: PictureTransform = { zoom: 1, turn: 0, x: 0, y: 0 };

/** Zooms; the given point of the frame (relative to its centre) stays where it is. */
export function zoomPicture(
  place: PictureTransform,
  factor: number,
  centre = { x: 0, y: 0 },
): PictureTransform {
  const zoom = Math.min(pictureZoom.max, Math.max(pictureZoom.min, place.zoom * factor));
  const actualFactor = zoom / place.zoom;
  return {
    ...place,
    zoom,
    x: centre.x - (centre.x - place.x) * actualFactor,
    y: centre.y - (centre.y - place.y) * actualFactor,
  };
}

/** Returns the transform after a rotation by 90°, centred again. */
export function rotatePicture(place: PictureTransform, direction: 1 | -1): PictureTransform {
  const turn = ((place.turn + direction * 90 + 360) % 360) as PictureTransform['turn'];
  return { ...initialTransform, turn };
}

/** Returns the transform after a move by this distance. */
export function movePicture(place: PictureTransform, offset: { x: number; y: number }): PictureTransform {
  return { ...place, x: place.x + offset.x, y: place.y + offset.y };
}

/** Returns the transform with which a picture has its own size; `fit` is the scale at which it fits the frame. */
export function transformInNaturalSize(fit: number): PictureTransform {
  return zoomPicture(initialTransform, 1 / fit);
}

/** Returns the size at which a rotated picture fits the frame; a small one is enlarged. */
export function fittedSize(
  picture: { width: number; height: number },
  frame: { width: number; height: number },
  turn: PictureTransform['turn'],
): { width: number; height: number } {
  const isOnItsSide = turn === 90 || turn === 270;
  const [width, height] = isOnItsSide ? [frame.height, frame.width] : [frame.width, frame.height];
  const scale = Math.min(maxEnlargement, width / picture.width, height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}
