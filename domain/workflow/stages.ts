/**
 * Stages of an order for display: one after the other, with branches that are not chosen yet combined into one.
 * A stage that every path to the main end passes is shown by itself; the stages between two of them are a
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

/** A node with work for a person, and its properties in the definition. */
export interface StageNode {
  id: string;
  name: string;
  /** Labels of its candidates in the definition; empty for the initiator's own step. */
  candidateNames: string[];
  /** Text such as `3 个工作日` or `10 天`; empty without a limit. */
  limit: string;
}

const endings: ReadonlySet<TaskOutcome> = new Set(['terminated', 'voided']);

/** Returns the start and the user tasks in the order in which an order reaches them. */
export function stageNodes(definition: ProcessDefinition): StageNode[] {
  return mainLineOf(definition).flatMap(({ nodeId, outsideIds }) =>
    [nodeId, ...outsideIds].map((id) => describe(definition.nodes[id] as FlowNode)),
  );
}

/**
 * Returns the stages of an order. Branches are combined until one of them is chosen; then its visited nodes are
 * shown by themselves, and after them those of the branch that can still follow. An ended order shows only
 * the nodes that it visited.
 */
export function stagesOf(definition: ProcessDefinition, state: OrderState): Stage[] {
  const active = new Set(activeNodeIds(state));
  const done = new Set(doneNodeIds(state));
  const stateOf = (id: string): StageState => {
    if (active.has(id)) return 'active';
    return done.has(id) ? 'done' : 'ahead';
  };
  const mainLine = mainLineOf(definition);
  const last = mainLine.findLastIndex(({ nodeId, outsideIds }) =>
    [nodeId, ...outsideIds].some((id) => stateOf(id) !== 'ahead'),
  );
  return mainLine.flatMap(({ nodeId, outsideIds, leadingToEnd }, index): Stage[] => {
    const isPassed = state.ended !== null || index < last;
    const ownStage = { nodeIds: [nodeId], state: stateOf(nodeId) };
    return [
      ...(ownStage.state === 'ahead' && state.ended !== null ? [] : [ownStage]),
      ...branchStages(definition, { outsideIds, leadingToEnd, isPassed, stateOf }),
    ];
  });
}

/** Returns the nodes that are done: a node that a return has undone is ahead again. */
export function doneNodeIds(state: OrderState): string[] {
  const passed = state.tokens.filter(({ dead, usedBy }) => !dead && usedBy !== null);
  // A person who ends an order has done their step, though no flow continues from it.
  const ending = state.tasks.filter(({ outcome }) => outcome !== null && endings.has(outcome));
  return [...new Set([...passed, ...ending].map(({ nodeId }) => nodeId))];
}

function branchStages(
  definition: ProcessDefinition,
  branches: {
    outsideIds: readonly string[];
    leadingToEnd: ReadonlySet<string>;
    /** True if the order has passed them, or has ended. */
    isPassed: boolean;
    stateOf: (id: string) => StageState;
  },
): Stage[] {
  const { outsideIds, leadingToEnd, isPassed, stateOf } = branches;
  const reached = outsideIds.filter((id) => stateOf(id) !== 'ahead');
  const futureIds = isPassed ? [] : futureNodes(definition, branches, reached);
  const combinedIds = futureIds.filter((id) => leadingToEnd.has(id));
  return [
    ...reached.map((id) => ({ nodeIds: [id], state: stateOf(id) })),
    ...(combinedIds.length > 0 ? [{ nodeIds: combinedIds, state: 'ahead' as const }] : []),
  ];
}

/**
 * Returns the nodes outside the main line that no token has reached: all of them before a branch is chosen,
 * then those after an active one.
 */
function futureNodes(
  definition: ProcessDefinition,
  { outsideIds, stateOf }: { outsideIds: readonly string[]; stateOf: (id: string) => StageState },
  passed: readonly string[],
): string[] {
  const ahead = outsideIds.filter((id) => stateOf(id) === 'ahead');
  const active = passed.filter((id) => stateOf(id) === 'active');
  if (active.length === 0) return passed.length === 0 ? ahead : [];
  const outside = new Set(outsideIds);
  const leavesBranch = (id: string) => isTaskOrStart(definition, id) && !outside.has(id);
  const reached = reach(definition, active, leavesBranch);
  return ahead.filter((id) => reached.has(id));
}

// ---------------------------------------------------------------- the main line

interface MainLineSection {
  /** A node that every path to the main end passes. */
  nodeId: string;
  /** User tasks between it and the next, in the order of the flows. */
  outsideIds: readonly string[];
  /** Those of `outsideIds` from which the main end can still be reached. */
  leadingToEnd: ReadonlySet<string>;
}

const mainLines = new WeakMap<ProcessDefinition, readonly MainLineSection[]>();

function mainLineOf(definition: ProcessDefinition): readonly MainLineSection[] {
  const mainLine = mainLines.get(definition) ?? findMainLine(definition);
  mainLines.set(definition, mainLine);
  return mainLine;
}

function findMainLine(definition: ProcessDefinition): MainLineSection[] {
  const reachableIds = [...reach(definition, [definition.startId])];
  const taskIds = reachableIds.filter((id) => isTaskOrStart(definition, id));
  const end = mainEnd(definition, reachableIds, taskIds);
  const line = lineTo(definition, end, taskIds);
  const outsideIds = new Map<string, string[]>(line.map(({ id }) => [id, []]));
  for (const id of taskIds.filter((work) => !outsideIds.has(work))) {
    // The last node of the main line that every order here has passed.
    const from = line.findLast(({ before }) => !before.has(id)) ?? line[0];
    if (from) outsideIds.get(from.id)?.push(id);
  }
  return line.map(({ id }) => {
    const branches = outsideIds.get(id) ?? [];
    const leadingToEnd = branches.filter(
      (branch) => end === undefined || reach(definition, [branch]).has(end),
    );
    return { nodeId: id, outsideIds: branches, leadingToEnd: new Set(leadingToEnd) };
  });
}

interface MainLinePart {
  id: string;
  /** Nodes that are reachable from the start without this node; the others lie after it. */
  before: ReadonlySet<string>;
}

/** Returns the nodes that every path to the end passes, in order. */
function lineTo(
  definition: ProcessDefinition,
  end: string | undefined,
  taskIds: readonly string[],
): MainLinePart[] {
  return taskIds
    .map((id) => ({ id, before: reachedWithout(definition, id) }))
    .filter(({ id, before }) => id === definition.startId || (end !== undefined && !before.has(end)))
    .sort((left, right) => left.before.size - right.before.size);
}

/** Returns the main end: the one with the most user tasks on every path to it. */
function mainEnd(
  definition: ProcessDefinition,
  reachableIds: readonly string[],
  taskIds: readonly string[],
): string | undefined {
  const ends = reachableIds.filter((id) => definition.nodes[id]?.kind === 'end');
  const lengths = ends.map((end) => lineTo(definition, end, taskIds).length);
  return ends[lengths.indexOf(Math.max(...lengths))];
}

function reachedWithout(definition: ProcessDefinition, excludedId: string): Set<string> {
  if (excludedId === definition.startId) return new Set();
  return reach(definition, [definition.startId], (id) => id === excludedId);
}

function isTaskOrStart(definition: ProcessDefinition, id: string): boolean {
  const kind = definition.nodes[id]?.kind;
  return kind === 'userTask' || kind === 'start';
}

/**
 * Returns every node that the flows reach, nearest first; a node for which `isExcluded` is true is left out
 * and not passed.
 */
export function reach(
  { nodes, flows }: ProcessDefinition,
  from: readonly string[],
  isExcluded: (id: string) => boolean = () => false,
): Set<string> {
  const reached = new Set(from);
  for (const id of reached) {
    for (const flowId of nodes[id]?.outgoing ?? []) {
      const target = flows[flowId]?.targetId;
      if (target !== undefined && !isExcluded(target)) reached.add(target);
    }
  }
  return reached;
}

// ---------------------------------------------------------------- texts

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

const limitUnitText: Record<StepLimit['unit'], string> = {
  workingDay: '个工作日',
  calendarDay: '天',
  month: '个月',
};

/** Name of the rule by which a limit ends on a day off. */
export const noRollText = '遇休息日不顺延';

/** Returns `3 个工作日`, `10 天`, `3 个月`, or `10 天（遇休息日不顺延）`. */
export function limitText({ amount, unit, roll }: StepLimit): string {
  return `${amount} ${limitUnitText[unit]}${roll === false ? `（${noRollText}）` : ''}`;
}
