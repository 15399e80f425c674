/**
 * The way of an order as officials read it: one stage after the other, with the branches that no person has chosen yet
 * folded into one. A stage that every way to the main end passes stands by itself; the stages between two of them are a
 * branch.
 */

import { activeNodeIds } from './actions/queries.ts';
import type {
  CandidateRule,
  FlowNode,
  OrderState,
  ProcessDefinition,
  StepLimit,
  TaskOutcome,
} from './model/model.ts';

export type StageState = 'done' | 'active' | 'ahead';

export interface Stage {
  /** One node, or the nodes of branches that are not chosen yet. */
  nodeIds: string[];
  state: StageState;
}

/** A node where a person has work, and its properties in the definition. */
export interface StageNode {
  id: string;
  name: string;
  /** The people it is meant for by the definition, in words; the initiator's own step names none. */
  candidateNames: string[];
  /** `3 个工作日`, `10 天`, or empty. */
  limit: string;
}

const endings: ReadonlySet<TaskOutcome> = new Set(['terminated', 'voided']);

/** Returns the start and the user tasks in the order in which an order comes to them. */
export function stageNodes(definition: ProcessDefinition): StageNode[] {
  return wayOf(definition).flatMap(({ through, beside }) =>
    [through, ...beside].map((id) => describe(definition.nodes[id] as FlowNode)),
  );
}

/**
 * Returns the stages of an order. Branches are folded until one of them is taken; then what was taken stands
 * by itself, and what can still come in it after that. An order that is over shows only where it was.
 */
export function stagesOf(definition: ProcessDefinition, state: OrderState): Stage[] {
  const active = new Set(activeNodeIds(state));
  const done = new Set(doneNodeIds(state));
  const stateOf = (id: string): StageState => {
    if (active.has(id)) return 'active';
    return done.has(id) ? 'done' : 'ahead';
  };
  const way = wayOf(definition);
  const last = way.findLastIndex(({ through, beside }) =>
    [through, ...beside].some((id) => stateOf(id) !== 'ahead'),
  );
  return way.flatMap(({ through, beside, leadsOn }, index): Stage[] => {
    const over = state.ended !== null || index < last;
    const own = { nodeIds: [through], state: stateOf(through) };
    return [
      ...(own.state === 'ahead' && state.ended !== null ? [] : [own]),
      ...branchStages(definition, { beside, leadsOn, over, stateOf }),
    ];
  });
}

/** Returns the nodes that are done: a node that a return has undone is ahead again. */
export function doneNodeIds(state: OrderState): string[] {
  const passed = state.tokens.filter(({ dead, usedBy }) => !dead && usedBy !== null);
  // A person who ends an order has done the own step, though no flow continues from it.
  const ending = state.tasks.filter(({ outcome }) => outcome !== null && endings.has(outcome));
  return [...new Set([...passed, ...ending].map(({ nodeId }) => nodeId))];
}

function branchStages(
  definition: ProcessDefinition,
  branches: {
    beside: readonly string[];
    leadsOn: ReadonlySet<string>;
    /** The order has come past them, or to its end. */
    over: boolean;
    stateOf: (id: string) => StageState;
  },
): Stage[] {
  const { beside, leadsOn, over, stateOf } = branches;
  const taken = beside.filter((id) => stateOf(id) !== 'ahead');
  const still = over ? [] : stillToCome(definition, branches, taken);
  const folded = still.filter((id) => leadsOn.has(id));
  return [
    ...taken.map((id) => ({ nodeIds: [id], state: stateOf(id) })),
    ...(folded.length > 0 ? [{ nodeIds: folded, state: 'ahead' as const }] : []),
  ];
}

/**
 * Returns the nodes beside the line that no token has reached: all of them before a branch is taken, then
 * those behind an active one.
 */
function stillToCome(
  definition: ProcessDefinition,
  { beside, stateOf }: { beside: readonly string[]; stateOf: (id: string) => StageState },
  taken: readonly string[],
): string[] {
  const ahead = beside.filter((id) => stateOf(id) === 'ahead');
  const active = taken.filter((id) => stateOf(id) === 'active');
  if (active.length === 0) return taken.length === 0 ? ahead : [];
  const inside = new Set(beside);
  const leaves = (id: string) => isStop(definition, id) && !inside.has(id);
  const reached = reach(definition, active, leaves);
  return ahead.filter((id) => reached.has(id));
}

// ---------------------------------------------------------------- the line

interface Piece {
  /** A node that every way to the main end passes. */
  through: string;
  /** User tasks between it and the next, in the order in which the flows come to them. */
  beside: readonly string[];
  /** Those beside it from which the main end can still be reached. */
  leadsOn: ReadonlySet<string>;
}

const known = new WeakMap<ProcessDefinition, readonly Piece[]>();

function wayOf(definition: ProcessDefinition): readonly Piece[] {
  const way = known.get(definition) ?? findWay(definition);
  known.set(definition, way);
  return way;
}

function findWay(definition: ProcessDefinition): Piece[] {
  const found = [...reach(definition, [definition.startId])];
  const works = found.filter((id) => isStop(definition, id));
  const end = mainEnd(definition, found, works);
  const line = lineTo(definition, end, works);
  const beside = new Map<string, string[]>(line.map(({ id }) => [id, []]));
  for (const id of works.filter((work) => !beside.has(work))) {
    // The last node of the line without which no order comes here.
    const from = line.findLast(({ before }) => !before.has(id)) ?? line[0];
    if (from) beside.get(from.id)?.push(id);
  }
  return line.map(({ id }) => {
    const branches = beside.get(id) ?? [];
    const leadsOn = branches.filter((branch) => end === undefined || reach(definition, [branch]).has(end));
    return { through: id, beside: branches, leadsOn: new Set(leadsOn) };
  });
}

interface LinePiece {
  id: string;
  /** Nodes that the start still reaches when this node is taken out; the rest lies behind it. */
  before: ReadonlySet<string>;
}

/** Returns the nodes without which the end is not reached, in the order in which they are passed. */
function lineTo(
  definition: ProcessDefinition,
  end: string | undefined,
  works: readonly string[],
): LinePiece[] {
  return works
    .map((id) => ({ id, before: reachedWithout(definition, id) }))
    .filter(({ id, before }) => id === definition.startId || (end !== undefined && !before.has(end)))
    .sort((one, other) => one.before.size - other.before.size);
}

/** Returns the end that most works lead to for certain: where a matter is meant to go. */
function mainEnd(
  definition: ProcessDefinition,
  found: readonly string[],
  works: readonly string[],
): string | undefined {
  const ends = found.filter((id) => definition.nodes[id]?.kind === 'end');
  const lengths = ends.map((end) => lineTo(definition, end, works).length);
  return ends[lengths.indexOf(Math.max(...lengths))];
}

function reachedWithout(definition: ProcessDefinition, without: string): Set<string> {
  if (without === definition.startId) return new Set();
  return reach(definition, [definition.startId], (id) => id === without);
}

function isStop(definition: ProcessDefinition, id: string): boolean {
  const kind = definition.nodes[id]?.kind;
  return kind === 'userTask' || kind === 'start';
}

/**
 * Returns every node that the flows lead to, the nearest first; where `stops` says so it goes no further and
 * does not count.
 */
function reach(
  { nodes, flows }: ProcessDefinition,
  from: readonly string[],
  stops: (id: string) => boolean = () => false,
): Set<string> {
  const reached = new Set(from);
  for (const id of reached) {
    for (const flowId of nodes[id]?.outgoing ?? []) {
      const target = flows[flowId]?.targetId;
      if (target !== undefined && !stops(target)) reached.add(target);
    }
  }
  return reached;
}

// ---------------------------------------------------------------- words

function describe(node: FlowNode): StageNode {
  const { id, name } = node;
  if (node.kind !== 'userTask') return { id, name, candidateNames: [], limit: '' };
  const candidateNames = [...new Set(node.candidates.map(candidateName))];
  return { id, name, candidateNames, limit: node.limit === undefined ? '' : limitText(node.limit) };
}

function candidateName(rule: CandidateRule): string {
  if (rule.kind === 'variable') return '办理时确定';
  return rule.kind === 'previousNode' ? '原处理人' : rule.name;
}

/** Returns `3 个工作日` or `10 天`. */
export function limitText({ amount, unit }: StepLimit): string {
  return `${amount} ${unit === 'workingDay' ? '个工作日' : '天'}`;
}

/**
 * Returns one name for several branches: the words that all of them end or begin with, else the first and how
 * many there are.
 */
export function nameOfBranches(names: readonly string[]): string {
  const [first = ''] = names;
  if (names.length < 2) return first;
  const ending = longest(first, (part) => names.every((name) => name.endsWith(part)), 'end');
  const beginning = longest(first, (part) => names.every((name) => name.startsWith(part)), 'start');
  const shared = ending.length >= beginning.length ? ending : beginning;
  return shared.length >= 2 ? shared : `${first}等 ${names.length} 个环节`;
}

function longest(text: string, fits: (part: string) => boolean, side: 'start' | 'end'): string {
  for (let length = text.length; length > 0; length--) {
    const part = side === 'end' ? text.slice(-length) : text.slice(0, length);
    if (fits(part)) return part;
  }
  return '';
}
