import type { NetPart } from './explore.ts';
import { edgesOf, type Net, type NetNode, reachableFrom } from './net.ts';

/** Largest number of steps of the search for parts; parts not found by then are explored as one. */
const maxSteps = 500_000;

export interface NetRegion extends NetPart {
  exit: string;
}

/**
 * Returns the parts of a reduced net with one incoming and one outgoing edge, the smallest around each entry,
 * without overlaps: tokens inside never meet those outside, so that each can be checked alone.
 */
export function smallestRegions(net: Net): NetRegion[] {
  const steps = { left: maxSteps };
  const regions: NetRegion[] = [];
  for (const entry of net.edges.keys()) {
    const region = regionFrom(net, entry, steps);
    if (region) regions.push(region);
  }
  regions.sort((left, right) => left.nodes.size - right.nodes.size);
  const covered = new Set<string>();
  return regions.filter(({ nodes }) => {
    if ([...nodes].some((id) => covered.has(id))) return false;
    for (const id of nodes) covered.add(id);
    return true;
  });
}

function regionFrom(net: Net, entry: string, steps: { left: number }): NetRegion | undefined {
  const from = net.edges.get(entry)?.to ?? '';
  for (const exit of reachableFrom(net, from, { steps }).edges) {
    if (exit === entry || steps.left < 0) continue;
    const { nodes } = reachableFrom(net, from, { excludedEdge: exit, steps });
    const region = { nodes, entry, exit };
    if (nodes.size > 1 && isClosed(net, nodes, entry, exit) && !dependsOnOutside(net, region, steps)) {
      return region;
    }
  }
  return undefined;
}

function isClosed(net: Net, ids: ReadonlySet<string>, entry: string, exit: string): boolean {
  const target = net.edges.get(exit)?.to ?? '';
  if (ids.has(target) && exit !== entry) return false;
  for (const id of ids) {
    const node = net.nodes.get(id);
    if (!node || node.rule === 'end' || node.rule === 'stop') return false;
    for (const edge of edgesOf(net, node.incoming)) {
      if (edge.id !== entry && (edge.id === exit || !ids.has(edge.from))) return false;
    }
  }
  return true;
}

/**
 * Checks whether a token outside can delay an inclusive join inside, by the rule of such joins: it could
 * enter the region and reach a flow that is independent of the join, while the join has a token only on a
 * flow that leads back from itself. Otherwise every token from outside can also arrive on a flow with a
 * token.
 */
function dependsOnOutside(net: Net, { nodes, entry, exit }: NetRegion, steps: { left: number }): boolean {
  const joins = [...nodes].flatMap((id) => net.nodes.get(id) ?? []).filter(isInclusiveJoin);
  const from = net.edges.get(entry)?.to ?? '';
  const hasPathBack = ({ id, incoming }: NetNode) => {
    if (from === id) return true;
    const { edges } = reachableFrom(net, from, { excludedEdge: exit, blockedNode: id, steps });
    return [...incoming].some((edgeId) => !edges.includes(edgeId));
  };
  if (!joins.some(hasPathBack)) return false;
  return reachableFrom(net, net.edges.get(exit)?.to ?? '', { steps }).edges.includes(entry);
}

function isInclusiveJoin({ rule, incoming }: NetNode): boolean {
  return rule === 'inclusive' && incoming.size > 1;
}

/**
 * Checks whether the part is sound by its form: without a loop, each edge gets at most one token if every
 * join is inclusive, and exactly one if every fork is parallel and no join exclusive.
 */
export function isSoundByStructure(net: Net, part: NetPart): boolean {
  const nodes = [...part.nodes].flatMap((id) => net.nodes.get(id) ?? []);
  const forks = nodes.filter(({ outgoing }) => outgoing.size > 1);
  const joins = nodes.filter(({ incoming, rule }) => incoming.size > 1 && rule !== 'end' && rule !== 'stop');
  const waitsForAll = joins.every(({ rule }) => rule === 'inclusive');
  const getsAll =
    forks.every(({ rule }) => rule === 'parallel') && joins.every(({ rule }) => rule !== 'exclusive');
  return (waitsForAll || getsAll) && !hasLoop(net, part, nodes);
}

/**
 * Checks that the nodes contain a loop: repeatedly removes nodes without an incoming edge; nodes that are
 * left form a loop.
 */
function hasLoop(net: Net, part: NetPart, nodes: readonly NetNode[]): boolean {
  const innerEdges = (ids: Iterable<string>) =>
    edgesOf(net, ids).filter(
      ({ id, from, to }) => id !== part.exit && part.nodes.has(from) && part.nodes.has(to),
    );
  const openEdges = new Map(nodes.map(({ id, incoming }) => [id, innerEdges(incoming).length]));
  const ready = nodes.filter(({ id }) => openEdges.get(id) === 0);
  let removed = 0;
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    removed++;
    for (const { to } of innerEdges(node.outgoing)) {
      const remaining = (openEdges.get(to) ?? 0) - 1;
      openEdges.set(to, remaining);
      const next = net.nodes.get(to);
      if (remaining === 0 && next) ready.push(next);
    }
  }
  return removed < nodes.length;
}
