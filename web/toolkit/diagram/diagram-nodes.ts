/** The state of a node for this order. */
export type NodeState = 'active' | 'done' | 'ahead';

/** Text of a node in a diagram: below its name the people, and the time or the duration. */
export interface DiagramNode {
  id: string;
  name: string;
  handlerText: string;
  timeText: string;
}

/** Returns the state of a node; a node that is active now is `active` even if an earlier visit is done. */
export function stateOf(id: string, active: readonly string[], done: readonly string[]): NodeState {
  if (active.includes(id)) return 'active';
  return done.includes(id) ? 'done' : 'ahead';
}

/** Minimum font size in a diagram on the screen, as long as the text fits into its node. */
const minFontSize = 12;
const fontSizeAtFullSize = 13;

/** Minimum zoom, at which four lines of the smallest type still fit into a node. */
const minZoom = 0.72;
const zoomOfPart = 0.85;
const maxZoom = 1.15;

/** Returns the font size inside a diagram that is drawn at `zoom`; the text never outgrows its node. */
export function fontSizeAt(zoom: number): number {
  return Math.max(fontSizeAtFullSize, minFontSize / Math.max(zoom, minZoom));
}

/**
 * Returns the largest zoom that shows the whole diagram and is readable, or else the zoom that shows a part of it.
 */
export function initialZoom(fitting: number): number {
  return fitting >= minZoom ? Math.min(fitting, maxZoom) : zoomOfPart;
}

/** Part of a diagram that its frame shows, in the units of the diagram. */
export interface DiagramView {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Returns the view of the size of `frame` with a node in its middle. The view does not go beyond the edge of the
 * whole diagram; a diagram that is lower or narrower than the frame is in the middle of it.
 */
export function viewAround(
  node: DiagramView,
  whole: DiagramView,
  frame: { width: number; height: number },
): DiagramView {
  const x = startAround(node.x + node.width / 2, whole.x, whole.width, frame.width);
  const y = startAround(node.y + node.height / 2, whole.y, whole.height, frame.height);
  return { x, y, ...frame };
}

/** Space between the outermost shape of a diagram and the frame. */
const edge = 24;

function startAround(middle: number, start: number, size: number, frame: number): number {
  const [first, last] = [start - edge, start + size + edge - frame];
  if (last < first) return start + (size - frame) / 2;
  return Math.min(Math.max(middle - frame / 2, first), last);
}
