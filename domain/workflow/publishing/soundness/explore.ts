import { MissingCase } from '../../../missing-case.ts';
import { maxMarkings, maxTokensOfMarkings } from '../../model/limits.ts';
import { type InclusivePaths, inclusiveJoinContinues } from '../../state/inclusive-join.ts';
import { edgesOf, type Net, type NetNode } from './net.ts';

export type SoundnessFlaw = 'waitsForever' | 'enteredTwice';

/** Effort of one check, which is limited and shared by all parts of a flow. */
export interface ExplorationEffort {
  markings: number;
  tokens: number;
}

export class MarkingLimitError extends Error {}

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
 * @throws MarkingLimitError when the effort is used up
 */
export function explore(net: Net, part: NetPart, effort: ExplorationEffort): Map<NetNode, SoundnessFlaw> {
  const problems = new Map<NetNode, SoundnessFlaw>();
  const paths = pathsOf(net, part);
  const pending: Marking[] = [[part.entry]];
  const seen = new Set<string>([part.entry]);
  for (let marking = pending.pop(); marking !== undefined; marking = pending.pop()) {
    effort.markings++;
    if (effort.markings > maxMarkings) throw new MarkingLimitError();
    const nodes = nodesAt(net, part, marking);
    let canContinue = nodes.length === 0;
    for (const node of nodes) {
      for (const nextMarking of firings(part, paths, node, marking, nodes)) {
        effort.tokens += nextMarking.length;
        if (effort.tokens > maxTokensOfMarkings) throw new MarkingLimitError();
        canContinue = true;
        const key = nextMarking.join('\n');
        if (new Set(nextMarking).size < nextMarking.length) addProblem(problems, node, 'enteredTwice');
        else if (!seen.has(key)) {
          seen.add(key);
          pending.push(nextMarking);
        }
      }
    }
    const [stuck] = nodes;
    if (!canContinue && stuck) addProblem(problems, stuck, 'waitsForever');
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
  const edgesWithToken = marking.filter((edgeId) => node.incoming.has(edgeId) && edgeId !== part.exit);
  const outgoing = [...node.outgoing];
  const isJoin = node.incoming.size > 1;
  switch (node.rule) {
    case 'stop':
      yield [];
      return;
    case 'parallel':
      if (edgesWithToken.length === node.incoming.size) yield markingAfter(marking, edgesWithToken, outgoing);
      return;
    case 'inclusive': {
      const elsewhere = live.map(({ id }) => id);
      if (isJoin && !inclusiveJoinContinues(paths, node.id, new Set(edgesWithToken), elsewhere)) return;
      const { defaultEdge } = node;
      for (const chosen of choices(outgoing.filter((edgeId) => edgeId !== defaultEdge)))
        yield markingAfter(marking, edgesWithToken, chosen);
      if (defaultEdge !== undefined) yield markingAfter(marking, edgesWithToken, [defaultEdge]);
      return;
    }
    case 'start':
    case 'exclusive':
    case 'end':
      for (const edgeId of edgesWithToken) {
        if (outgoing.length === 0) yield markingAfter(marking, [edgeId], []);
        for (const outgoingId of outgoing) yield markingAfter(marking, [edgeId], [outgoingId]);
      }
      return;
    default:
      throw new MissingCase(node.rule satisfies never);
  }
}

function markingAfter(marking: Marking, consumed: readonly string[], created: readonly string[]): Marking {
  return [...marking.filter((edgeId) => !consumed.includes(edgeId)), ...created].sort();
}

/** Yields all non-empty subsets, one by one: if there are too many, the caller stops before the end. */
function* choices(edgeIds: readonly string[], from = 0): Generator<string[]> {
  for (let index = from; index < edgeIds.length; index++) {
    const edgeId = edgeIds[index] ?? '';
    yield [edgeId];
    for (const others of choices(edgeIds, index + 1)) yield [edgeId, ...others];
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
