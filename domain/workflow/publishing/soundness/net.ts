import type { FlowNode, ProcessDefinition } from '../../model/model.ts';

/**
 * Rule by which a node of the net processes tokens; `end` consumes each by itself, `stop` ends all others
 * too.
 */
export type NetRule = 'start' | 'exclusive' | 'parallel' | 'inclusive' | 'end' | 'stop';

export interface NetNode {
  id: string;
  rule: NetRule;
  /** Node of the definition to which a problem here belongs; the merged ends have none. */
  definitionNode: FlowNode | undefined;
  incoming: Set<string>;
  outgoing: Set<string>;
  /** Default edge of an inclusive fork, taken alone if no other is. */
  defaultEdge?: string | undefined;
}

export interface Edge {
  id: string;
  from: string;
  to: string;
}

/**
 * A flow for the check at publishing: nodes that fork or join, and edges between them. The net is reduced in
 * place during the check, which first removes nodes that only pass on a token.
 */
export interface Net {
  nodes: Map<string, NetNode>;
  edges: Map<string, Edge>;
}

const endId = '#end';
const stopId = '#stop';

/**
 * Returns the net of a definition. A gateway that joins and forks becomes two nodes, one after the other; all
 * plain ends become one `end`, which consumes the tokens of each edge, and all terminating ends one `stop`.
 */
export function netOf(definition: ProcessDefinition): Net {
  const net: Net = { nodes: new Map(), edges: new Map() };
  const add = (id: string, rule: NetRule, definitionNode?: FlowNode) =>
    addNode(net, id, rule, definitionNode);
  const forkOf = (node: FlowNode) => `${node.id}#fork`;
  const removed = findEmptyBranches(definition);
  for (const node of Object.values(definition.nodes)) {
    if (removed.nodes.has(node.id)) continue;
    if (node.kind === 'end') {
      if (node.behaviour === 'plain') add(endId, 'end');
      else add(stopId, 'stop');
      continue;
    }
    const rule = node.kind === 'userTask' || node.kind === 'serviceTask' ? 'exclusive' : node.kind;
    const first = add(node.id, rule, node);
    const fork = forksAndJoins(node) ? add(forkOf(node), rule, node) : first;
    if (node.kind === 'inclusive' && node.outgoing.length > 1) fork.defaultEdge = node.defaultFlowId;
    if (fork === first) continue;
    connect(net, { id: `${node.id}#`, from: node.id, to: forkOf(node) });
  }
  for (const { id, sourceId, targetId } of Object.values(definition.flows)) {
    if (removed.flows.has(id)) continue;
    const source = definition.nodes[sourceId];
    const target = definition.nodes[targetId];
    if (source === undefined || target === undefined) continue;
    const from = forksAndJoins(source) ? forkOf(source) : sourceId;
    const to = target.kind !== 'end' ? targetId : target.behaviour === 'plain' ? endId : stopId;
    connect(net, { id, from, to });
  }
  return net;
}

/**
 * Finds parallel branches without a user task that lead to a plain end: they have ended before the next
 * person acts, so that their tokens meet no others. A fork keeps one branch.
 */
function findEmptyBranches(definition: ProcessDefinition): { nodes: Set<string>; flows: Set<string> } {
  const removed = { nodes: new Set<string>(), flows: new Set<string>() };
  for (const fork of Object.values(definition.nodes)) {
    if (fork.kind !== 'parallel') continue;
    const ended = fork.outgoing.flatMap((flowId) => emptyBranch(definition, flowId) ?? []);
    for (const branch of ended.length === fork.outgoing.length ? ended.slice(1) : ended) {
      for (const id of branch.nodes) removed.nodes.add(id);
      for (const id of branch.flows) removed.flows.add(id);
    }
  }
  return removed;
}

/** Returns the service tasks and flows from this flow to a plain end, if there is nothing else in between. */
function emptyBranch(
  { nodes, flows }: ProcessDefinition,
  from: string,
): { nodes: string[]; flows: string[] } | undefined {
  const branch = { nodes: [] as string[], flows: [from] };
  for (let node = nodes[flows[from]?.targetId ?? '']; node?.kind === 'serviceTask'; ) {
    const [next = ''] = node.outgoing;
    if (node.incoming.length !== 1 || node.outgoing.length !== 1) return undefined;
    branch.nodes.push(node.id);
    branch.flows.push(next);
    node = nodes[flows[next]?.targetId ?? ''];
  }
  const last = nodes[flows[branch.flows.at(-1) ?? '']?.targetId ?? ''];
  return last?.kind === 'end' && last.behaviour === 'plain' ? branch : undefined;
}

function forksAndJoins({ incoming, outgoing }: FlowNode): boolean {
  return incoming.length > 1 && outgoing.length > 1;
}

export function addNode(net: Net, id: string, rule: NetRule, definitionNode: FlowNode | undefined): NetNode {
  const node = { id, rule, definitionNode, incoming: new Set<string>(), outgoing: new Set<string>() };
  net.nodes.set(id, node);
  return node;
}

export function connect(net: Net, edge: Edge): void {
  net.edges.set(edge.id, edge);
  net.nodes.get(edge.from)?.outgoing.add(edge.id);
  net.nodes.get(edge.to)?.incoming.add(edge.id);
}

export function removeEdge(net: Net, edgeId: string): void {
  const edge = net.edges.get(edgeId);
  if (edge === undefined) return;
  net.edges.delete(edgeId);
  net.nodes.get(edge.from)?.outgoing.delete(edgeId);
  net.nodes.get(edge.to)?.incoming.delete(edgeId);
}

export function moveEdge(net: Net, edgeId: string, ends: Partial<Pick<Edge, 'from' | 'to'>>): void {
  const edge = net.edges.get(edgeId);
  if (edge === undefined) return;
  removeEdge(net, edgeId);
  connect(net, { ...edge, ...ends });
}

/** Returns the edges with these ids, in their order. */
export function edgesOf(net: Net, ids: Iterable<string>): Edge[] {
  return [...ids].flatMap((id) => net.edges.get(id) ?? []);
}

export function onlyItem<T>(items: ReadonlySet<T>): T | undefined {
  const [first] = items;
  return items.size === 1 ? first : undefined;
}

/**
 * Returns the nodes and edges that a token at the node can reach, nearest first, without the excluded edge
 * and not beyond the blocked node; none if the steps are used up.
 */
export function reachableFrom(
  net: Net,
  from: string,
  {
    excludedEdge,
    blockedNode,
    steps,
  }: { excludedEdge?: string; blockedNode?: string; steps?: { left: number } } = {},
): { nodes: Set<string>; edges: string[] } {
  const nodes = new Set([from]);
  const edges: string[] = [];
  for (const nodeId of nodes) {
    if (nodeId === blockedNode) continue;
    for (const { id, to } of edgesOf(net, net.nodes.get(nodeId)?.outgoing ?? [])) {
      if (steps && --steps.left < 0) return { nodes: new Set(), edges: [] };
      if (id === excludedEdge) continue;
      edges.push(id);
      nodes.add(to);
    }
  }
  return { nodes, edges };
}
