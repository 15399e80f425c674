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

const known = new WeakMap<InclusivePaths, Map<string, PathsInto>>();

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
  const waysIn = pathsInto(definition, joinId);
  for (const nodeId of elsewhere) {
    const ways = nodeId === joinId ? undefined : waysIn.get(nodeId);
    if (ways !== undefined && ![...ways].some((flowId) => filled.has(flowId))) return false;
  }
  return true;
}

/**
 * Finds the ways into a join once for each join of a definition, because every action of every order needs
 * them.
 */
function pathsInto(definition: InclusivePaths, joinId: string): PathsInto {
  const joins = known.get(definition) ?? new Map<string, PathsInto>();
  known.set(definition, joins);
  const waysIn = joins.get(joinId) ?? searchWaysInto(definition, joinId);
  joins.set(joinId, waysIn);
  return waysIn;
}

function searchWaysInto(definition: InclusivePaths, joinId: string): PathsInto {
  const waysIn = new Map<string, Set<string>>();
  for (const flowId of definition.nodes[joinId]?.incoming ?? []) {
    const front = [flowId];
    for (let at = front.pop(); at !== undefined; at = front.pop()) {
      const sourceId = definition.flows[at]?.sourceId;
      if (sourceId === undefined || sourceId === joinId) continue;
      const ways = waysIn.get(sourceId) ?? new Set();
      waysIn.set(sourceId, ways);
      if (ways.has(flowId)) continue;
      ways.add(flowId);
      front.push(...(definition.nodes[sourceId]?.incoming ?? []));
    }
  }
  return waysIn;
}
