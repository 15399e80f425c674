/**
 * A process as plain data. The oracle reads it directly, and the definition for the core is built from it. It
 * uses nothing from the core, so that neither side can repeat a mistake of the other's.
 */
export interface Plan {
  key: string;
  nodes: Readonly<Record<string, PlanNode>>;
  /** In the order of the document; ids are unique. */
  flows: readonly PlanFlow[];
  variables: Readonly<Record<string, boolean>>;
  /** Amount in the form's field; null if the field was left empty. */
  amount?: number | null;
  recall: 'beforeFirstHandled' | 'never';
  /** Results, the strongest first, for parallel branches. */
  precedence?: readonly number[];
}

export interface PlanFlow {
  id: string;
  from: string;
  to: string;
  /** Condition under which a token takes the flow. */
  when?: PlanWhen;
}

/**
 * A variable is true or false; the amount is more than a limit, or not more; the countersign passed, or did
 * not.
 */
export type PlanWhen =
  | { name: string; is: boolean }
  | { over: number; not: boolean }
  | { countersigned: boolean };

export type PlanNode =
  | { kind: 'start' }
  /** `stops` ends the order even if other branches are still running. */
  | { kind: 'end'; stops: boolean; result: number }
  | PlanTask
  | { kind: 'service'; sets: { name: string; value: boolean } | null }
  | PlanGateway;

export interface PlanGateway {
  kind: 'xor' | 'and' | 'or';
  /** True if the previous handler chooses the flows. */
  manual: boolean;
  /** Id of the flow taken when no other is. */
  byDefault?: string;
}

export interface PlanTask {
  kind: 'task';
  stage: number;
  /** Keys of the people who may do it, such as `role:a`. */
  keys: readonly string[];
  empty: 'skip' | 'administrator' | 'refuse';
  buttons: readonly PlanButton[];
  ways: readonly ('replay' | 'direct')[];
  /** Nodes that it may return to; empty for all that it came through. */
  targets: readonly string[];
  withdraw: boolean;
  /** Each of the keys does it, at once or in turn: all of them, or only a number of them. */
  several?: { isInOrder: boolean; until?: number };
}

export interface PlanButton {
  id: string;
  does: 'handle' | 'forward' | 'choose' | 'return' | 'terminate' | 'void';
  result?: number;
  sets?: Readonly<Record<string, boolean>>;
  ends?: boolean;
}

/** Key of the administrator, who gets the tasks that no other person can take. */
export const administratorKey = 'role:admin';

export function flowsFrom(plan: Plan, nodeId: string): readonly PlanFlow[] {
  return flowsAt(plan, nodeId).from;
}

export function flowsInto(plan: Plan, nodeId: string): readonly PlanFlow[] {
  return flowsAt(plan, nodeId).into;
}

interface FlowsAt {
  from: PlanFlow[];
  into: PlanFlow[];
}

/** Sorted once for each plan, because every step of every token needs it. */
const sorted = new WeakMap<Plan, ReadonlyMap<string, FlowsAt>>();
const none: FlowsAt = { from: [], into: [] };

function flowsAt(plan: Plan, nodeId: string): FlowsAt {
  const byNode = sorted.get(plan) ?? sortFlows(plan);
  sorted.set(plan, byNode);
  return byNode.get(nodeId) ?? none;
}

function sortFlows({ nodes, flows }: Plan): ReadonlyMap<string, FlowsAt> {
  const byNode = new Map(Object.keys(nodes).map((id): [string, FlowsAt] => [id, { from: [], into: [] }]));
  for (const flow of flows) {
    byNode.get(flow.from)?.from.push(flow);
    byNode.get(flow.to)?.into.push(flow);
  }
  return byNode;
}

export function taskOf(plan: Plan, nodeId: string): PlanTask | undefined {
  const node = plan.nodes[nodeId];
  return node?.kind === 'task' ? node : undefined;
}

/** Returns the choice at the manual gateway after a task, with the offered nodes. */
export function manualAfter(plan: Plan, nodeId: string): { many: boolean; offered: string[] } | null {
  const next = flowsFrom(plan, nodeId)[0]?.to ?? '';
  const node = plan.nodes[next];
  if (!node || !('manual' in node) || !node.manual) return null;
  return { many: node.kind === 'or', offered: flowsFrom(plan, next).map(({ to }) => to) };
}
