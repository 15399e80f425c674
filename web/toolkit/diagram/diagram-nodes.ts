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

/** Minimum font size in a diagram on the screen, however small the diagram is drawn. */
const minFontSize = 12;
const fontSizeAtFullSize = 13;

/** Returns the font size inside a diagram that is drawn at `zoom`. */
export function fontSizeAt(zoom: number): number {
  return Math.max(fontSizeAtFullSize, minFontSize / zoom);
}

/**
 * Returns the largest zoom that shows the whole diagram, but not so small that the text outgrows its node.
 */
export function initialZoom(fitting: number): { zoom: number; isWhole: boolean } {
  if (fitting >= minZoom) return { zoom: Math.min(fitting, maxZoom), isWhole: true };
  return { zoom: zoomOfPart, isWhole: false };
}

/** Minimum zoom, at which four lines of the smallest type still fit into a node. */
const minZoom = 0.72;
const zoomOfPart = 0.85;
const maxZoom = 1.15;
