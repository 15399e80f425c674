import type { FlowNode, ProcessDefinition } from '#domain/workflow/model/model.ts';
import { inclusiveJoinContinues } from '#domain/workflow/state/inclusive-join.ts';

/** Flows that have a token, sorted. */
type Marking = readonly string[];

export interface AllMarkings {
  /** Every marking: its flows in order, joined by commas. */
  markings: ReadonlySet<string>;
  /** True if no marking waits for ever, and no flow ever has two tokens. */
  isSound: boolean;
}

/**
 * Visits every marking that the whole flow can reach, with every result of its conditions and every choice of
 * its people; returns undefined if there are more than `maxMarkings`. It moves the tokens in the simplest way, for
 * small flows, to test the check at publishing, which works block by block.
 */
export function allMarkings(definition: ProcessDefinition, maxMarkings: number): AllMarkings | undefined {
  const front: Marking[] = [[...(definition.nodes[definition.startId]?.outgoing ?? [])]];
  const markings = new Set(front.map(String));
  let isSound = true;
  for (let marking = front.pop(); marking !== undefined; marking = front.pop()) {
    if (markings.size > maxMarkings) return undefined;
    const here = marking;
    const next = nodesAt(definition, here).flatMap((node) => reachedBy(definition, node, here));
    if (next.length === 0 && here.length > 0) isSound = false;
    for (const reached of next) {
      if (new Set(reached).size < reached.length) isSound = false;
      else if (!markings.has(String(reached))) {
        markings.add(String(reached));
        front.push(reached);
      }
    }
  }
  return { markings, isSound };
}

/** Returns every marking to which the node can fire. */
function reachedBy(definition: ProcessDefinition, node: FlowNode, marking: Marking): Marking[] {
  const here = node.incoming.filter((flowId) => marking.includes(flowId));
  if (node.kind === 'end') {
    if (node.behaviour !== 'plain') return [[]];
    return here.map((flowId) => fire(marking, [flowId], []));
  }
  if (node.kind === 'parallel') {
    // An end consumes its token before any person acts; of a fork whose branches all end, one represents
    // the others.
    const continuing = node.outgoing.filter((flowId) => !comesToEnd(definition, flowId));
    const out = continuing.length > 0 ? continuing : node.outgoing.slice(0, 1);
    return here.length === node.incoming.length ? [fire(marking, here, out)] : [];
  }
  if (node.kind === 'inclusive') {
    const current = nodesAt(definition, marking).map(({ id }) => id);
    const continues = inclusiveJoinContinues(definition, node.id, new Set(here), current);
    if (!continues && node.incoming.length > 1) return [];
    const byDefault = node.outgoing.length > 1 ? node.defaultFlowId : undefined;
    const ways = subsets(node.outgoing.filter((flowId) => flowId !== byDefault));
    return [...ways, ...(byDefault === undefined ? [] : [[byDefault]])].map((out) =>
      fire(marking, here, out),
    );
  }
  return here.flatMap((flowId) => node.outgoing.map((out) => fire(marking, [flowId], [out])));
}

function comesToEnd({ nodes, flows }: ProcessDefinition, flowId: string): boolean {
  const target = nodes[flows[flowId]?.targetId ?? ''];
  return target?.kind === 'end' && target.behaviour === 'plain';
}

function fire(marking: Marking, consumed: readonly string[], produced: readonly string[]): Marking {
  return [...marking.filter((flowId) => !consumed.includes(flowId)), ...produced].sort();
}

function nodesAt(definition: ProcessDefinition, marking: Marking): FlowNode[] {
  const ids = new Set(marking.map((flowId) => definition.flows[flowId]?.targetId ?? ''));
  return [...ids].flatMap((id) => definition.nodes[id] ?? []);
}

/** Returns all choices of one or more flows. */
function subsets(flowIds: readonly string[]): string[][] {
  const choices = Array.from({ length: 2 ** flowIds.length - 1 }, (_, index) => index + 1);
  return choices.map((choice) => flowIds.filter((_, position) => (choice >> position) % 2 === 1));
}
