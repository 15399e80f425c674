export interface Point {
  x: number;
  y: number;
}

export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Returns the bounds of a label whose text is `growth` times as large as its file assumes: it grows away from
 * the shape that it names, and next to a flow to the right and upward, so that it covers neither.
 */
export function growLabel(label: Bounds, growth: number, target?: Bounds): Bounds {
  const width = label.width * growth;
  const height = label.height * growth;
  if (target === undefined) return { x: label.x, y: label.y + label.height - height, width, height };
  return {
    x: growAlong(label.x, label.width, width, target.x + target.width / 2),
    y: growAlong(label.y, label.height, height, target.y + target.height / 2),
    width,
    height,
  };
}

function growAlong(start: number, size: number, newSize: number, awayFrom: number): number {
  const distance = start + size / 2 - awayFrom;
  if (Math.abs(distance) < size / 2) return start - (newSize - size) / 2;
  return distance > 0 ? start : start + size - newSize;
}

/** Space in pixels between a label and the shape or flow that it names. */
const gap = 4;

/** A label with the shape or the flow that it names. */
export interface DiagramLabel {
  bounds: Bounds;
  target?: Bounds | undefined;
  /** The points of the flow. */
  path?: readonly Point[] | undefined;
}

/**
 * Returns the bounds of labels so that none covers a shape, a flow or another label: a label stays where it is if
 * it can, beside its flow; otherwise it is moved to another side of the shape that it names, or beside the middle
 * of its flow.
 */
export function placeLabels(
  labels: readonly DiagramLabel[],
  { shapes, paths }: { shapes: readonly Bounds[]; paths: readonly (readonly Point[])[] },
): Bounds[] {
  const lines = paths.flatMap(linesOf);
  const placed: Bounds[] = [];
  for (const [index, { bounds, target, path }] of labels.entries()) {
    const others = [...shapes, ...lines, ...placed, ...labels.slice(index + 1).map((label) => label.bounds)];
    const coverOf = (candidate: Bounds) =>
      others.reduce((sum, other) => sum + overlapOf(candidate, other), 0);
    const isFar = path !== undefined && !isBeside(bounds, path);
    const candidates = [
      ...(isFar ? [] : [bounds]),
      ...(target ? sidesOf(bounds, target) : boundsBeside(bounds, path ?? [])),
    ];
    const covers = candidates.map(coverOf);
    placed.push(candidates[covers.indexOf(Math.min(...covers))] ?? bounds);
  }
  return placed;
}

function sidesOf(label: Bounds, { x, y, width, height }: Bounds): Bounds[] {
  const centreX = x + (width - label.width) / 2;
  const centreY = y + (height - label.height) / 2;
  const above = y - label.height - gap;
  const below = y + height + gap;
  const right = x + width + gap;
  const left = x - label.width - gap;
  // The corners are beside the flows, which leave a shape in the middle of its sides.
  return [
    [right, above],
    [right, below],
    [left, above],
    [left, below],
    [centreX, above],
    [centreX, below],
    [right, centreY],
    [left, centreY],
  ].map(([newX = 0, newY = 0]) => ({ ...label, x: newX, y: newY }));
}

/** Returns the bounds of the segments of a flow, with a narrow margin. */
function linesOf(path: readonly Point[]): Bounds[] {
  return segmentsOf(path).map(([from, to]) => around(from, to, gap - 1));
}

function segmentsOf(path: readonly Point[]): [Point, Point][] {
  return path.slice(1).map((to, index) => [path[index] ?? to, to]);
}

function around(from: Point, to: Point, space: number): Bounds {
  return {
    x: Math.min(from.x, to.x) - space,
    y: Math.min(from.y, to.y) - space,
    width: Math.abs(from.x - to.x) + 2 * space,
    height: Math.abs(from.y - to.y) + 2 * space,
  };
}

/** Checks that a label is so near to its flow that it does not seem to belong to another one. */
export function isBeside(label: Bounds, path: readonly Point[]): boolean {
  return segmentsOf(path).some(([from, to]) => overlapOf(label, around(from, to, 2 * gap)) > 0);
}

/** Distances in pixels by which a label is moved along its flow, away from the middle. */
const shifts = Array.from(
  { length: 25 },
  (_, index) => 2 * Math.ceil(index / 2) * (index % 2 === 0 ? 1 : -1),
);

/** Returns the bounds beside each segment of a flow: first beside the middle of the longest one. */
function boundsBeside(label: Bounds, path: readonly Point[]): Bounds[] {
  const lengthOf = ([from, to]: [Point, Point]) => Math.hypot(to.x - from.x, to.y - from.y);
  return segmentsOf(path)
    .sort((one, other) => lengthOf(other) - lengthOf(one))
    .flatMap(([from, to]) => {
      const left = (from.x + to.x - label.width) / 2;
      const top = (from.y + to.y - label.height) / 2;
      const isLevel = Math.abs(to.x - from.x) >= Math.abs(to.y - from.y);
      const away = gap + (isLevel ? label.height : label.width) / 2;
      return shifts.flatMap((along) =>
        [-away, away].map((aside) => ({
          ...label,
          x: left + (isLevel ? along : -aside),
          y: top + (isLevel ? aside : along),
        })),
      );
    });
}

/** Returns the rectangles that together make up the diamond of a gateway, whose corners are free for labels. */
export function slicesOf({ x, y, width, height }: Bounds): Bounds[] {
  const count = 8;
  return Array.from({ length: count }, (_, index) => {
    const middle = (index + 0.5) / count;
    const share = 1 - Math.abs(2 * middle - 1);
    return {
      x: x + (width * (1 - share)) / 2,
      y: y + (height * index) / count,
      width: width * share,
      height: height / count,
    };
  });
}

/** Returns the area that two rectangles share. */
export function overlapOf(one: Bounds, other: Bounds): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}
