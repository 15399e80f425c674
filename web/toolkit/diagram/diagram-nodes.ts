/** The state of a node of the process for this order. */
export type NodeState = 'active' | 'done' | 'ahead';

/** Text of a node in a picture: below its name the people, and the time or the duration. */
export interface PictureNode {
  id: string;
  name: string;
  who: string;
  when: string;
}

/** A node that is lit now is `active` even when an earlier visit of it is done. */
export function stateOf(id: string, active: readonly string[], done: readonly string[]): NodeState {
  if (active.includes(id)) return 'active';
  return done.includes(id) ? 'done' : 'ahead';
}

/** Type in a picture is never under this on the screen, however small the picture is drawn. */
const smallestType = 12;
const typeAtFullSize = 13;

/** The size of type inside a picture that is drawn at `zoom`. */
export function typeSizeAt(zoom: number): number {
  return Math.max(typeAtFullSize, smallestType / zoom);
}

/** The largest zoom that shows all of it, not so small that the type of a node outgrows it. */
export function zoomToStart(fitting: number): { zoom: number; whole: boolean } {
  if (fitting >= smallestZoom) return { zoom: Math.min(fitting, largestZoom), whole: true };
  return { zoom: zoomOfPart, whole: false };
}

const smallestZoom = 0.68;
const zoomOfPart = 0.85;
const largestZoom = 1.15;
