export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Returns the place of a label whose text is `growth` times as large as its file assumes: it grows away from
 * the shape that it names, and next to a flow to the right and upward, so that it covers neither.
 */
export function growLabel(label: Place, growth: number, target?: Place): Place {
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

/** Space in pixels between a label and the shape that it names. */
const gap = 4;

/**
 * Returns the places of labels so that none covers a shape or another label: a label stays at its place if it
 * can; otherwise it goes to another side of the shape that it names, or a little along its flow.
 */
export function placeLabels(
  labels: readonly { place: Place; target?: Place | undefined }[],
  shapes: readonly Place[],
): Place[] {
  const placed: Place[] = [];
  for (const [index, { place, target }] of labels.entries()) {
    const others = [...shapes, ...placed, ...labels.slice(index + 1).map((label) => label.place)];
    const coverOf = (candidate: Place) => others.reduce((sum, other) => sum + overlapOf(candidate, other), 0);
    const candidates = [place, ...(target ? sidesOf(place, target) : stepsFrom(place))];
    const covers = candidates.map(coverOf);
    placed.push(candidates[covers.indexOf(Math.min(...covers))] ?? place);
  }
  return placed;
}

function sidesOf(label: Place, { x, y, width, height }: Place): Place[] {
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

function stepsFrom(label: Place): Place[] {
  const steps = [0, -1, 1, -2, 2];
  return steps.flatMap((down) =>
    steps.map((right) => ({
      ...label,
      x: label.x + (right * label.width) / 2,
      y: label.y + down * label.height,
    })),
  );
}

/** Returns the area that two places share. */
export function overlapOf(one: Place, other: Place): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}
