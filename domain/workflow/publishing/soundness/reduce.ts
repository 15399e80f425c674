import {
  edgesOf,
  moveEdge,
  type Net,
  type NetNode,
  type NetRule,
  onlyItem,
  reachedFrom,
  removeEdge,
} from './net.ts';

/** Joins that fit a fork: each token that the fork creates is awaited there. */
export const gathers: Partial<Record<NetRule, readonly NetRule[]>> = {
  exclusive: ['exclusive', 'inclusive', 'end', 'stop'],
  parallel: ['parallel', 'inclusive', 'end', 'stop'],
  inclusive: ['inclusive', 'end', 'stop'],
};

/**
 * Removes structured blocks from the net until none is left: a block that forks and joins by matching
 * gateways, or loops from an exclusive join to an exclusive fork, is sound by its form and is replaced by one
 * edge. Every rule preserves the soundness of the rest; a completely structured flow becomes one edge.
 */
export function reduceNet(net: Net): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const node of [...net.nodes.values()]) {
      if (!net.nodes.has(node.id) || node.rule === 'end' || node.rule === 'stop') continue;
      for (const rule of [
        removePassNode,
        gatherDuplicates,
        removeDeadEnds,
        removeSelfLoop,
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

/** Merges edges that lead from a fork directly to a fitting join into one. */
function gatherDuplicates(net: Net, fork: NetNode): boolean {
  const kept = new Map<string, string>();
  let changed = false;
  for (const { id, to } of edgesOf(net, fork.outgoing)) {
    const join = net.nodes.get(to);
    const duplicate = kept.get(to);
    if (!duplicate || !join || !gathers[fork.rule]?.includes(join.rule)) {
      kept.set(to, id);
      continue;
    }
    removeEdge(net, id);
    if (fork.byDefault === id || fork.byDefault === duplicate) fork.byDefault = undefined;
    changed = true;
  }
  return changed;
}

/**
 * Removes the ways of a choice that stop everything: the choice among its other ways is equivalent. Not in a
 * loop over an inclusive join: that join does not wait for a token that is about to stop, and the choice is
 * repeated.
 */
function removeDeadEnds(net: Net, fork: NetNode): boolean {
  if (fork.rule !== 'exclusive') return false;
  const ways = edgesOf(net, fork.outgoing);
  const stops = ways.filter(({ to }) => net.nodes.get(to)?.rule === 'stop');
  if (stops.length === 0 || stops.length === ways.length) return false;
  const inclusive = [...net.nodes.values()].some(
    ({ rule, incoming }) => rule === 'inclusive' && incoming.size > 1,
  );
  if (inclusive && reachedFrom(net, fork.id).edges.some((id) => fork.incoming.has(id))) return false;
  for (const { id } of stops) removeEdge(net, id);
  return true;
}

/** Removes a way back from a choice to the join directly before it, which only repeats the choice. */
function removeSelfLoop(net: Net, fork: NetNode): boolean {
  if (fork.rule !== 'exclusive') return false;
  const [before] = edgesOf(net, fork.incoming);
  const join = before && net.nodes.get(before.from);
  if (!join || fork.incoming.size !== 1 || join.rule !== 'exclusive' || join.outgoing.size !== 1)
    return false;
  const back = edgesOf(net, fork.outgoing).filter(({ to }) => to === join.id);
  if (back.length === 0 || back.length === fork.outgoing.size) return false;
  for (const { id } of back) removeEdge(net, id);
  return true;
}

/** Merges a fork into one of its own kind directly before it. */
function flattenForks(net: Net, fork: NetNode): boolean {
  if (!(fork.rule in gathers) || fork.incoming.size !== 1 || fork.outgoing.size < 2) return false;
  const [before] = edgesOf(net, fork.incoming);
  const outer = before && net.nodes.get(before.from);
  if (!outer || outer === fork || outer.rule !== fork.rule || outer.outgoing.size < 2) return false;
  // A default way must stay a default way of its own fork.
  if (fork.byDefault !== undefined || outer.byDefault !== undefined) return false;
  removeEdge(net, before.id);
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
