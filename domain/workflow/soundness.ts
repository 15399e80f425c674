import type { Problem } from '../refusals/refusals.ts';
import { inclusiveJoinGoesOn } from './inclusive-join.ts';
import { maxMarkings } from './limits.ts';
import { subjectOf } from './lint-nodes.ts';
import type { FlowNode, ProcessDefinition } from './model.ts';

/** Flows that hold a token, sorted. */
type Marking = readonly string[];

/**
 * Walks every marking that the flow can come to, whatever its conditions and people choose, and finds the two faults
 * that no single node shows: a join that waits for a token that never comes, and a branch that is walked twice at once.
 * Gives the first fault of each gateway; a definition with too many markings is a problem itself.
 */
export function checkSoundness(definition: ProcessDefinition): Problem[] {
  return explore(definition).problems;
}

/** Every marking that the flow can come to, as its flows in order, joined by commas. */
export function reachableMarkings(definition: ProcessDefinition): ReadonlySet<string> {
  return explore(definition).markings;
}

function explore(definition: ProcessDefinition): { problems: Problem[]; markings: ReadonlySet<string> } {
  const start = definition.nodes[definition.startId];
  const problems = new Map<string, Problem>();
  const front: Marking[] = [[...(start?.outgoing ?? [])]];
  const markings = new Set(front.map(String));
  for (let marking = front.pop(); marking !== undefined; marking = front.pop()) {
    if (markings.size > maxMarkings) {
      const message = `流程“${definition.name}”：并行分支过多，无法检查`;
      return { problems: [{ field: definition.key, message }], markings };
    }
    const nodes = nodesAt(definition, marking);
    const next = nodes.flatMap((node) => firings(definition, node, marking));
    const stuck = next.length === 0 ? nodes[0] : undefined;
    if (stuck) add(problems, stuck, '可能永远等不到其他分支，分支与汇聚不成对');
    for (const { node, marking: reached } of next) {
      if (new Set(reached).size < reached.length) {
        add(problems, node, '之后的分支可能同时走两遍，分支与汇聚不成对');
      } else if (!markings.has(String(reached))) {
        markings.add(String(reached));
        front.push(reached);
      }
    }
  }
  return { problems: [...problems.values()], markings };
}

interface Firing {
  node: FlowNode;
  marking: Marking;
}

/** Every way in which the node can fire at the marking. */
function firings(definition: ProcessDefinition, node: FlowNode, marking: Marking): Firing[] {
  const here = node.incoming.filter((flowId) => marking.includes(flowId));
  if (node.kind === 'end') {
    if (node.behaviour !== 'plain') return [{ node, marking: [] }];
    return here.map((flowId) => fire(node, marking, [flowId], []));
  }
  if (node.kind === 'parallel') {
    return here.length === node.incoming.length ? [fire(node, marking, here, node.outgoing)] : [];
  }
  if (node.kind === 'inclusive') {
    const others = nodesAt(definition, marking).map(({ id }) => id);
    const goesOn =
      node.incoming.length < 2 || inclusiveJoinGoesOn(definition, node.id, new Set(here), others);
    return goesOn ? subsets(node.outgoing).map((out) => fire(node, marking, here, out)) : [];
  }
  return here.flatMap((flowId) => node.outgoing.map((out) => fire(node, marking, [flowId], [out])));
}

function fire(node: FlowNode, marking: Marking, takes: readonly string[], makes: readonly string[]): Firing {
  const left = marking.filter((flowId) => !takes.includes(flowId));
  return { node, marking: [...left, ...makes].sort() };
}

function nodesAt(definition: ProcessDefinition, marking: Marking): FlowNode[] {
  const ids = new Set(marking.map((flowId) => definition.flows[flowId]?.targetId ?? ''));
  return [...ids].flatMap((id) => definition.nodes[id] ?? []);
}

/** All choices of one or more. */
function subsets(flowIds: readonly string[]): string[][] {
  const choices = Array.from({ length: 2 ** flowIds.length - 1 }, (_, index) => index + 1);
  return choices.map((choice) => flowIds.filter((_, position) => (choice >> position) % 2 === 1));
}

function add(problems: Map<string, Problem>, node: FlowNode, message: string): void {
  if (!problems.has(node.id)) {
    problems.set(node.id, { field: node.id, message: `${subjectOf(node)}：${message}` });
  }
}
