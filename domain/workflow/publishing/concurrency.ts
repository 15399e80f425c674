/** Finds the flows of a definition that can hold a token at the same time. */

import type { FlowNode, ProcessDefinition } from '../model/model.ts';
import { inclusiveJoinContinues } from '../state/inclusive-join.ts';

/**
 * Returns, by flow id, the flows that can hold a token at the same time as it. Correct for definitions that
 * pass the check at publishing: pairs begin at the splits, and a pair advances with either of its tokens,
 * over a join only if the other token can be at the same time as everything that the join consumes.
 */
export function concurrentFlows(definition: ProcessDefinition): ReadonlyMap<string, ReadonlySet<string>> {
  const beside = new Map(Object.keys(definition.flows).map((flowId) => [flowId, new Set<string>()]));
  const front: [string, string][] = [];
  const add = (one: string, other: string) => {
    if (one === other || beside.get(one)?.has(other)) return;
    beside.get(one)?.add(other);
    beside.get(other)?.add(one);
    front.push([one, other]);
  };
  for (const node of Object.values(definition.nodes)) {
    if (node.kind !== 'parallel' && node.kind !== 'inclusive') continue;
    const together = node.outgoing.filter((flowId) => flowId !== node.defaultFlowId);
    for (const one of together) for (const other of together) add(one, other);
  }
  const targetOf = (flowId: string) => definition.nodes[definition.flows[flowId]?.targetId ?? ''];
  const moveOn = (staying: string, moving: string) => {
    const node = targetOf(moving);
    const still = targetOf(staying);
    if (!node || !still || !canFireBeside(definition, node, moving, still, beside.get(staying))) return;
    for (const flowId of node.outgoing) add(staying, flowId);
  };
  for (let pair = front.pop(); pair !== undefined; pair = front.pop()) {
    moveOn(pair[0], pair[1]);
    moveOn(pair[1], pair[0]);
  }
  return beside;
}

/** Checks whether the node can fire with the moving token while another stays on flow `still`. */
function canFireBeside(
  definition: ProcessDefinition,
  node: FlowNode,
  moving: string,
  still: FlowNode,
  besideStaying: ReadonlySet<string> | undefined,
): boolean {
  const joins = node.incoming.length > 1 && (node.kind === 'parallel' || node.kind === 'inclusive');
  if (!joins) return true;
  if (still.id === node.id) return false;
  if (node.kind === 'parallel') return node.incoming.every((flowId) => besideStaying?.has(flowId));
  return inclusiveJoinContinues(definition, node.id, new Set([moving]), [still.id]);
}
