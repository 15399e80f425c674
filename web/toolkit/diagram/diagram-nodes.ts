/** Where a node of the process stands for this order. */
export type NodeState = 'active' | 'done' | 'ahead';

export const nodeStateLabel: Record<NodeState, string> = {
  active: '办理中',
  done: '已办理',
  ahead: '未到达',
};

export interface DiagramNode {
  id: string;
  name: string;
  state: NodeState;
}

/** What the drawing library knows of one shape, as far as the words beside the picture need it. */
export interface DrawnShape {
  id: string;
  type: string;
  name: string;
  x: number;
  y: number;
}

const spoken = new Set(['bpmn:StartEvent', 'bpmn:UserTask', 'bpmn:ServiceTask', 'bpmn:EndEvent']);

/** A node that is lit now is `active` even when an earlier visit of it is done. */
export function stateOf(id: string, active: readonly string[], done: readonly string[]): NodeState {
  if (active.includes(id)) return 'active';
  return done.includes(id) ? 'done' : 'ahead';
}

/** The diagram in words for who cannot see it: its events and tasks from left to right, gateways left out. */
export function describeNodes(
  shapes: readonly DrawnShape[],
  active: readonly string[],
  done: readonly string[],
): DiagramNode[] {
  return shapes
    .filter((shape) => spoken.has(shape.type) && shape.name !== '')
    .toSorted((a, b) => a.x - b.x || a.y - b.y)
    .map((shape) => ({ id: shape.id, name: shape.name, state: stateOf(shape.id, active, done) }));
}
