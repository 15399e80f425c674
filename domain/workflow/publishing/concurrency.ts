/** Finds the flows of a definition that can hold a token at the same time. */

import type { FlowNode, ProcessDefinition } from '../model/model.ts';
import { inclusiveJoinContinues } from '../state/inclusive-join.ts';

/**
 * Returns, by flow id, the flows that can hold a token at the same time as it. This is correct for definitions
 * that pass the check at publishing: pairs begin at the splits, and a pair advances with either of its tokens,
 * over a join only if the other token can be at the same time as everything that the join consumes.
 */
export function concurrentFlows(definition: ProcessDefinition): ReadonlyMap<string, ReadonlySet<string>> {
  const concurrent = new Map(Object.keys(definition.flows).map((flowId) => [flowId, new Set<string>()]));
  const pending: [string, string][] = [];
  const add = (flowId: string, otherFlowId: string) => {
    if (flowId === otherFlowId || concurrent.get(flowId)?.has(otherFlowId)) return;
    concurrent.get(flowId)?.add(otherFlowId);
    concurrent.get(otherFlowId)?.add(flowId);
    pending.push([flowId, otherFlowId]);
  };
  for (const node of Object.values(definition.nodes)) {
    if (node.kind !== 'parallel' && node.kind !== 'inclusive') continue;
    const branches = node.outgoing.filter((flowId) => flowId !== node.defaultFlowId);
    for (const flowId of branches) for (const otherFlowId of branches) add(flowId, otherFlowId);
  }
  const targetOf = (flowId: string) => definition.nodes[definition.flows[flowId]?.targetId ?? ''];
  const advanceBeside = (staying: string, moving: string) => {
    const node = targetOf(moving);
    const stayingNode = targetOf(staying);
    if (
      !node ||
      !stayingNode ||
      !canFireWhile(definition, node, moving, stayingNode, concurrent.get(staying))
    )
      return;
    for (const flowId of node.outgoing) add(staying, flowId);
  };
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    advanceBeside(pair[0], pair[1]);
    advanceBeside(pair[1], pair[0]);
  }
  return concurrent;
}

/** Checks whether the node can fire with the moving token while another one stays at
 * `stayingNode`. */
function canFireWhile(
  definition: ProcessDefinition,
  node: FlowNode,
  moving: string,
  stayingNode: FlowNode,
  concurrentWithStaying: ReadonlySet<string> | undefined,
): boolean {
  const joins = node.incoming.length > 1 && (node.kind === 'parallel' || node.kind === 'inclusive');
  if (!joins) return true;
  if (stayingNode.id === node.id) return false;
  if (node.kind === 'parallel') return node.incoming.every((flowId) => concurrentWithStaying?.has(flowId));
  return inclusiveJoinContinues(definition, node.id, new Set([moving]), [stayingNode.id]);
}
