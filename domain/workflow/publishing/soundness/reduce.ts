import {
  edgesOf,
  moveEdge,
  type Net,
  type NetNode,
  type NetRule,
  onlyItem,
  reachableFrom,
  removeEdge,
} from './net.ts';

/** Joins that fit a fork: they wait for each token that the fork creates. */
export const matchingJoins: Partial<Record<NetRule, readonly NetRule[]>> = {
  exclusive: ['exclusive', 'inclusive', 'end', 'stop'],
  parallel: ['parallel', 'inclusive', 'end', 'stop'],
  inclusive: ['inclusive', 'end', 'stop'],
};

/**
 * Replaces structured blocks of the net by one edge each, until none is left. A block is structured if it forks
 * and joins by matching gateways, or loops from an exclusive fork back to an exclusive join; such a block is
 * always sound. No step changes whether the rest is sound; a completely structured flow becomes one edge.
 */
export function reduceNet(net: Net): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const node of [...net.nodes.values()]) {
      if (!net.nodes.has(node.id) || node.rule === 'end' || node.rule === 'stop') continue;
      for (const rule of [
        removePassNode,
        mergeDuplicates,
        removeTerminatingBranches,
        removeRepeatLoop,
        flattenForks,
        flattenJoins,
      ]) {
        if (net.nodes.has(node.id) && rule(net, node)) changed = true;
      }
    }
  }
}

/** Removes a node with one incoming and one outgoing edge, which only passes tokens on. */
function removePassNode(net: Net, node: NetNode): boolean {
  const [edge] = edgesOf(net, node.incoming);
  const [next] = edgesOf(net, node.outgoing);
  if (node.incoming.size !== 1 || node.outgoing.size !== 1 || !edge || !next) return false;
  if (edge.from === node.id) return false;
  removeEdge(net, next.id);
  net.nodes.delete(node.id);
  moveEdge(net, edge.id, { to: next.to });
  return true;
}

/** Merges edges that lead from a fork directly to a matching join into one. */
function mergeDuplicates(net: Net, fork: NetNode): boolean {
  const firstEdges = new Map<string, string>();
  let changed = false;
  for (const { id, to } of edgesOf(net, fork.outgoing)) {
    const join = net.nodes.get(to);
    const duplicate = firstEdges.get(to);
    if (!duplicate || !join || !matchingJoins[fork.rule]?.includes(join.rule)) {
      firstEdges.set(to, id);
      continue;
    }
    removeEdge(net, id);
    if (fork.defaultEdge === id || fork.defaultEdge === duplicate) fork.defaultEdge = undefined;
    changed = true;
  }
  return changed;
}

/**
 * Removes the branches of a choice that terminate the order: the choice among the other branches is
 * equivalent. Keeps them in a loop over an inclusive join, because that join does not wait for a token that is
 * about to terminate the order, and the choice is repeated.
 */
function removeTerminatingBranches(net: Net, fork: NetNode): boolean {
  if (fork.rule !== 'exclusive') return false;
  const edges = edgesOf(net, fork.outgoing);
  const toStop = edges.filter(({ to }) => net.nodes.get(to)?.rule === 'stop');
  if (toStop.length === 0 || toStop.length === edges.length) return false;
  const inclusive = [...net.nodes.values()].some(
    ({ rule, incoming }) => rule === 'inclusive' && incoming.size > 1,
  );
  if (inclusive && reachableFrom(net, fork.id).edges.some((id) => fork.incoming.has(id))) return false;
  for (const { id } of toStop) removeEdge(net, id);
  return true;
}

/** Removes an edge back from a choice to the join directly before it, which only repeats the choice. */
function removeRepeatLoop(net: Net, fork: NetNode): boolean {
  if (fork.rule !== 'exclusive') return false;
  const [edgeBefore] = edgesOf(net, fork.incoming);
  const join = edgeBefore && net.nodes.get(edgeBefore.from);
  if (!join || fork.incoming.size !== 1 || join.rule !== 'exclusive' || join.outgoing.size !== 1)
    return false;
  const edgesBack = edgesOf(net, fork.outgoing).filter(({ to }) => to === join.id);
  if (edgesBack.length === 0 || edgesBack.length === fork.outgoing.size) return false;
  for (const { id } of edgesBack) removeEdge(net, id);
  return true;
}

/** Merges a fork into one of its own kind directly before it. */
function flattenForks(net: Net, fork: NetNode): boolean {
  if (!(fork.rule in matchingJoins) || fork.incoming.size !== 1 || fork.outgoing.size < 2) return false;
  const [edgeBefore] = edgesOf(net, fork.incoming);
  const outer = edgeBefore && net.nodes.get(edgeBefore.from);
  if (!outer || outer === fork || outer.rule !== fork.rule || outer.outgoing.size < 2) return false;
  // A default edge must stay a default edge of its own fork.
  if (fork.defaultEdge !== undefined || outer.defaultEdge !== undefined) return false;
  removeEdge(net, edgeBefore.id);
  for (const id of [...fork.outgoing]) moveEdge(net, id, { from: outer.id });
  net.nodes.delete(fork.id);
  return true;
}

/**
 * Merges a join into one of its own kind directly after it; an inclusive one is not merged, because it may
 * continue earlier.
 */
function flattenJoins(net: Net, join: NetNode): boolean {
  if (join.rule !== 'exclusive' && join.rule !== 'parallel') return false;
  const edgeId = onlyItem(join.outgoing);
  const edge = edgeId === undefined ? undefined : net.edges.get(edgeId);
  const outer = edge && net.nodes.get(edge.to);
  if (!edge || !outer || outer === join || outer.rule !== join.rule) return false;
  if (join.incoming.size < 2 || outer.incoming.size < 2) return false;
  removeEdge(net, edge.id);
  for (const id of [...join.incoming]) moveEdge(net, id, { to: outer.id });
  net.nodes.delete(join.id);
  return true;
}
