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
