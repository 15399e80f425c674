import { addNode, connect, edgesOf, moveEdge, type Net, type NetNode } from './net.ts';
import { matchingJoins } from './reduce.ts';
import type { NetRegion } from './regions.ts';

/**
 * Largest number of pairs of fork and join that are tried; parts that these do not separate are explored as
 * one.
 */
const maxPairs = 2000;

/**
 * Separates parts that share their fork and their join with parallel parts: such a part gets a fork and a
 * join of its own of the same kinds, which changes no behaviour, and becomes a region. Returns the parts of
 * the first pair found.
 */
export function separateBranches(net: Net): NetRegion[] {
  const nodes = [...net.nodes.values()];
  const forks = nodes.filter(({ outgoing }) => outgoing.size > 1);
  const joins = nodes.filter(({ incoming, rule }) => incoming.size > 1 && rule !== 'end' && rule !== 'stop');
  let pairs = 0;
  for (const fork of forks) {
    for (const join of joins) {
      if (fork === join || !matchingJoins[fork.rule]?.includes(join.rule)) continue;
      if (++pairs > maxPairs) return [];
      const parts = partsBetween(net, fork, join);
      if (parts.length > 0) return parts.map((part) => wrap(net, fork, join, part));
    }
  }
  return [];
}

/**
 * Returns the connected parts between the two that are entered only from the fork and left only to the join.
 */
function partsBetween(net: Net, fork: NetNode, join: NetNode): Set<string>[] {
  const parts: Set<string>[] = [];
  const seen = new Set([fork.id, join.id]);
  for (const { to } of edgesOf(net, fork.outgoing)) {
    if (seen.has(to)) continue;
    const part = new Set([to]);
    let isClosed = true;
    for (const id of part) {
      const node = net.nodes.get(id);
      if (!node || node.rule === 'end' || node.rule === 'stop' || node.rule === 'start') isClosed = false;
      for (const edge of edgesOf(net, node?.incoming ?? [])) {
        if (edge.from === join.id) isClosed = false;
        else if (edge.from !== fork.id) part.add(edge.from);
      }
      for (const edge of edgesOf(net, node?.outgoing ?? [])) {
        if (edge.to === fork.id) isClosed = false;
        else if (edge.to !== join.id) part.add(edge.to);
      }
    }
    for (const id of part) seen.add(id);
    if (isClosed && part.size > 1 && isShared(net, fork, join, part)) parts.push(part);
  }
  return parts;
}

/** Checks whether fork or join has edges other than those of the part. */
function isShared(net: Net, fork: NetNode, join: NetNode, part: ReadonlySet<string>): boolean {
  return (
    edgesOf(net, fork.outgoing).some(({ to }) => !part.has(to)) ||
    edgesOf(net, join.incoming).some(({ from }) => !part.has(from))
  );
}

function wrap(net: Net, fork: NetNode, join: NetNode, part: ReadonlySet<string>): NetRegion {
  const [first = ''] = part;
  const ownFork = addNode(net, `${fork.id}#${first}`, fork.rule, fork.definitionNode);
  const ownJoin = addNode(net, `${join.id}#${first}`, join.rule, join.definitionNode);
  const entering = edgesOf(net, fork.outgoing).filter(({ to }) => part.has(to));
  const leaving = edgesOf(net, join.incoming).filter(({ from }) => part.has(from));
  // It is no longer known whether the fork's default edge is taken alone or together with others.
  fork.defaultEdge = undefined;
  for (const { id } of entering) moveEdge(net, id, { from: ownFork.id });
  for (const { id } of leaving) moveEdge(net, id, { to: ownJoin.id });
  const entry = `${fork.id}#>${first}`;
  const exit = `${join.id}#<${first}`;
  connect(net, { id: entry, from: fork.id, to: ownFork.id });
  connect(net, { id: exit, from: ownJoin.id, to: join.id });
  return { nodes: new Set([ownFork.id, ...part, ownJoin.id]), entry, exit };
}
