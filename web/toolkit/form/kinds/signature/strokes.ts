/** A point on the pad, in units of the pad: its size on the screen does not matter. */
export interface PadPoint {
  x: number;
  y: number;
}

/** The points of one stroke, from where the pen touched the pad to where it was lifted. */
export type Stroke = readonly PadPoint[];

/** Width and height of the pad, of which every signature has the same shape. */
export const padSize = { width: 1000, height: 400 } as const;

/** Width of the line, in units of the pad. */
export const lineWidth = 9;

export const strokeLimits = { strokes: 200, points: 20_000 } as const;

/** Distance under which two points are one, and length under which a stroke is only a tap. */
const [minStep, minLength] = [2, 12];

/**
 * Returns the place of the pointer on the pad, within its edges. `box` is the pad on the screen; a rotated pad is
 * turned clockwise by a quarter, so that its left edge is at the top.
 */
export function pointOnPad(
  pointer: { clientX: number; clientY: number },
  box: { left: number; top: number; width: number; height: number },
  isRotated: boolean,
): PadPoint {
  const across = (pointer.clientX - box.left) / (box.width || 1);
  const down = (pointer.clientY - box.top) / (box.height || 1);
  const [x, y] = isRotated ? [down, 1 - across] : [across, down];
  return { x: withinPad(x, padSize.width), y: withinPad(y, padSize.height) };
}

function withinPad(share: number, length: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * length);
}

/** Returns the stroke with further points; points that the pen has hardly moved to are left out. */
export function withPoints(stroke: Stroke, points: readonly PadPoint[]): Stroke {
  const all = [...stroke];
  for (const point of points) {
    const last = all.at(-1);
    if (last === undefined || distance(last, point) >= minStep) all.push(point);
  }
  return all.length === stroke.length ? stroke : all;
}

/** Checks whether a stroke draws something: a tap, of any number of points, does not. */
export function isDrawn(stroke: Stroke): boolean {
  let length = 0;
  for (const [index, point] of stroke.entries()) length += distance(stroke[index - 1] ?? point, point);
  return length >= minLength;
}

/** Checks whether the pad takes no more strokes, so that a pen left on it cannot fill the memory. */
export function isFull(strokes: readonly Stroke[]): boolean {
  const points = strokes.reduce((sum, { length }) => sum + length, 0);
  return strokes.length >= strokeLimits.strokes || points >= strokeLimits.points;
}

/** Returns a stroke as the path of an SVG or a canvas, rounded between its points. */
export function pathOf(stroke: Stroke): string {
  const [first, ...others] = stroke;
  if (first === undefined) return '';
  const curves = others.map((point, index) => {
    const next = others[index + 1];
    const end = next === undefined ? point : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${point.x} ${point.y} ${end.x} ${end.y}`;
  });
  return `M${first.x} ${first.y}${curves.join('')}`;
}

function distance(one: PadPoint, other: PadPoint): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
