/**
 * The rule by which an inclusive join continues (BPMN 2.0.2, table 13.3): it has a token, and every token
 * elsewhere that could still arrive on an empty incoming flow could also arrive on one with a token.
 * Execution and the check at publishing share this function over abstract positions, so that both agree.
 */

/**
 * Nodes with their incoming flows, flows with their source: a definition, or the part of one that is checked.
 */
export interface InclusivePaths {
  readonly nodes: Readonly<Record<string, { readonly incoming: readonly string[] }>>;
  readonly flows: Readonly<Record<string, { readonly sourceId: string }>>;
}

/**
 * For each node id: the incoming flows of one join that a token at the node can reach without passing the
 * join before.
 */
type PathsInto = ReadonlyMap<string, ReadonlySet<string>>;

const pathsByDefinition = new WeakMap<InclusivePaths, Map<string, PathsInto>>();

/**
 * Checks whether the inclusive join continues.  @param filled ids of its incoming flows that have a token
 * @param elsewhere ids of the nodes that the other tokens are at or about to reach
 */
export function inclusiveJoinContinues(
  definition: InclusivePaths,
  joinId: string,
  filled: ReadonlySet<string>,
  elsewhere: Iterable<string>,
): boolean {
  if (filled.size === 0) return false;
  const flowsByNode = pathsInto(definition, joinId);
  for (const nodeId of elsewhere) {
    const reachableFlows = nodeId === joinId ? undefined : flowsByNode.get(nodeId);
    if (reachableFlows !== undefined && ![...reachableFlows].some((flowId) => filled.has(flowId)))
      return false;
  }
  return true;
}

/**
 * Finds the paths into a join once for each join of a definition, because every action of every order needs
 * them.
 */
function pathsInto(definition: InclusivePaths, joinId: string): PathsInto {
  const joins = pathsByDefinition.get(definition) ?? new Map<string, PathsInto>();
  pathsByDefinition.set(definition, joins);
  const flowsByNode = joins.get(joinId) ?? searchPathsInto(definition, joinId);
  joins.set(joinId, flowsByNode);
  return flowsByNode;
}

function searchPathsInto(definition: InclusivePaths, joinId: string): PathsInto {
  const flowsByNode = new Map<string, Set<string>>();
  for (const flowId of definition.nodes[joinId]?.incoming ?? []) {
    const pending = [flowId];
    for (let currentFlowId = pending.pop(); currentFlowId !== undefined; currentFlowId = pending.pop()) {
      const sourceId = definition.flows[currentFlowId]?.sourceId;
      if (sourceId === undefined || sourceId === joinId) continue;
      const reachableFlows = flowsByNode.get(sourceId) ?? new Set();
      flowsByNode.set(sourceId, reachableFlows);
      if (reachableFlows.has(flowId)) continue;
      reachableFlows.add(flowId);
      pending.push(...(definition.nodes[sourceId]?.incoming ?? []));
    }
  }
  return flowsByNode;
}
