import { MissingCase } from '../../../missing-case.ts';
import { maxMarkings, maxTokensMoved } from '../../model/limits.ts';
import { type InclusivePaths, inclusiveJoinContinues } from '../../state/inclusive-join.ts';
import { edgesOf, type Net, type NetNode } from './net.ts';

export type SoundnessFlaw = 'waitsForEver' | 'walkedTwice';

/** Effort of one check, which is limited and shared by all parts of a flow. */
export interface ExplorationEffort {
  markings: number;
  tokens: number;
}

export class TooManyMarkings extends Error {}

/** Edges that hold a token, sorted. */
type Marking = readonly string[];

/** A part of a net that is entered by one edge and, unless it is the whole net, left by one edge. */
export interface NetPart {
  nodes: ReadonlySet<string>;
  entry: string;
  exit?: string;
}

/**
 * Explores every marking that the part can reach from a token on its entry, whatever conditions and people
 * choose: it should end with a token on the exit and nowhere else. Returns the first problem of each node.
 * @throws TooManyMarkings when the effort is used up
 */
export function explore(net: Net, part: NetPart, effort: ExplorationEffort): Map<NetNode, SoundnessFlaw> {
  const problems = new Map<NetNode, SoundnessFlaw>();
  const paths = pathsOf(net, part);
  const front: Marking[] = [[part.entry]];
  const seen = new Set<string>([part.entry]);
  for (let marking = front.pop(); marking !== undefined; marking = front.pop()) {
    effort.markings++;
    if (effort.markings > maxMarkings) throw new TooManyMarkings();
    const nodes = nodesAt(net, part, marking);
    let canContinue = nodes.length === 0;
    for (const node of nodes) {
      for (const reached of firings(part, paths, node, marking, nodes)) {
        effort.tokens += reached.length;
        if (effort.tokens > maxTokensMoved) throw new TooManyMarkings();
        canContinue = true;
        const key = reached.join('\n');
        if (new Set(reached).size < reached.length) addProblem(problems, node, 'walkedTwice');
        else if (!seen.has(key)) {
          seen.add(key);
          front.push(reached);
        }
      }
    }
    const [stuck] = nodes;
    if (!canContinue && stuck) addProblem(problems, stuck, 'waitsForEver');
  }
  return problems;
}

function addProblem(problems: Map<NetNode, SoundnessFlaw>, node: NetNode, problem: SoundnessFlaw): void {
  if (!problems.has(node)) problems.set(node, problem);
}

/** Returns the nodes at whose incoming edges there is a token; the node after the exit is not part of it. */
function nodesAt(net: Net, part: NetPart, marking: Marking): NetNode[] {
  const ids = new Set(edgesOf(net, marking).flatMap(({ id, to }) => (id === part.exit ? [] : [to])));
  return [...ids].flatMap((id) => net.nodes.get(id) ?? []);
}

/** Yields every marking to which the node can fire. */
function* firings(
  part: NetPart,
  paths: InclusivePaths,
  node: NetNode,
  marking: Marking,
  live: readonly NetNode[],
): Generator<Marking> {
  const here = marking.filter((edgeId) => node.incoming.has(edgeId) && edgeId !== part.exit);
  const out = [...node.outgoing];
  const isJoin = node.incoming.size > 1;
  switch (node.rule) {
    case 'stop':
      yield [];
      return;
    case 'parallel':
      if (here.length === node.incoming.size) yield markingAfter(marking, here, out);
      return;
    case 'inclusive': {
      const elsewhere = live.map(({ id }) => id);
      if (isJoin && !inclusiveJoinContinues(paths, node.id, new Set(here), elsewhere)) return;
      const { byDefault } = node;
      for (const chosen of choices(out.filter((way) => way !== byDefault)))
        yield markingAfter(marking, here, chosen);
      if (byDefault !== undefined) yield markingAfter(marking, here, [byDefault]);
      return;
    }
    case 'start':
    case 'exclusive':
    case 'end':
      for (const edgeId of here) {
        if (out.length === 0) yield markingAfter(marking, [edgeId], []);
        for (const way of out) yield markingAfter(marking, [edgeId], [way]);
      }
      return;
    default:
      throw new MissingCase(node.rule satisfies never);
  }
}

function markingAfter(marking: Marking, takes: readonly string[], makes: readonly string[]): Marking {
  return [...marking.filter((edgeId) => !takes.includes(edgeId)), ...makes].sort();
}

/** Yields all non-empty subsets, one by one: if there are too many, the caller stops before the end. */
function* choices(ways: readonly string[], from = 0): Generator<string[]> {
  for (let at = from; at < ways.length; at++) {
    const way = ways[at] ?? '';
    yield [way];
    for (const others of choices(ways, at + 1)) yield [way, ...others];
  }
}

/** Returns the part for the rule of inclusive joins: no token comes from outside. */
function pathsOf(net: Net, { nodes, exit, entry }: NetPart): InclusivePaths {
  const inside = [...nodes].flatMap((id) => net.nodes.get(id) ?? []);
  const edges = [...net.edges.values()].filter(
    ({ id, from }) => nodes.has(from) && id !== exit && id !== entry,
  );
  return {
    nodes: Object.fromEntries(inside.map(({ id, incoming }) => [id, { incoming: [...incoming] }])),
    flows: Object.fromEntries(edges.map(({ id, from }) => [id, { sourceId: from }])),
  };
}
