import type { Actor, Person } from '../../access/actor.ts';
import { absentPersonForTask } from '../../substitutes/substitution.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type {
  DecisionContext,
  FlowNode,
  OrderState,
  ProcessDefinition,
  Task,
  TaskOrigin,
  TaskOutcome,
  Token,
  WorkflowEvent,
} from '../model/model.ts';
import { applyTo, mutableCopy, type ProgressiveState } from '../state/apply.ts';
import { openTasksInOrder } from '../state/live-tokens.ts';

/** A decision in progress: the current state, and the events that led to it. */
export interface DecisionBuilder {
  /** The builder's own copy; changed in place by each event, so values read earlier may be outdated. */
  readonly state: OrderState;
  readonly events: WorkflowEvent[];
  readonly context: DecisionContext;
  readonly by: Person;
  readonly at: string;
  /**
   * Reason why the flow cannot advance from a visit that others have just finished, so that its slot is
   * reopened (docs/decisions/0035).
   */
  readonly blockedBy: DecisionRefusal | null;
  /**
   * True if others than the slot's own person have just finished a visit: by a decided countersign, or as the
   * last signer after it.
   */
  finishedByOthers: boolean;
  /** Number of flow conditions evaluated so far. */
  conditionsEvaluated: number;
  /** Number of steps of their evaluation. */
  conditionSteps: number;
}

export function createBuilder(
  state: OrderState,
  context: DecisionContext,
  blockedBy: DecisionRefusal | null = null,
): DecisionBuilder {
  return {
    state: mutableCopy(state),
    events: [],
    context,
    by: personOf(context.actor),
    at: context.now.toISOString(),
    blockedBy,
    finishedByOthers: false,
    conditionsEvaluated: 0,
    conditionSteps: 0,
  };
}

/** Adds an event and applies it to the state, so that the next rule sees its effect. */
export function emit(builder: DecisionBuilder, event: WorkflowEvent): void {
  builder.events.push(event);
  applyTo(builder.state as ProgressiveState, event);
}

export function personOf(actor: Actor): Person {
  return { staffId: actor.staffId, name: actor.name, orgId: actor.orgId, orgName: actor.orgName };
}

export function staffKey(staffId: string): string {
  return `staff:${staffId}`;
}

/**
 * Returns the node of a definition; a missing node is a bug, because all references were checked at
 * publishing.
 */
export function nodeOf(definition: ProcessDefinition, nodeId: string): FlowNode {
  const node = definition.nodes[nodeId];
  if (node === undefined) throw new Error(`Process ${definition.key} has no node ${nodeId}`);
  return node;
}

export function tokenOf(state: OrderState, tokenId: number): Token {
  const token = state.tokens[tokenId - 1];
  if (token === undefined) throw new Error(`The order has no token ${tokenId}`);
  return token;
}

/** Returns a new waiting token; its id is the next one, `offset` counts those made by the same event. */
export function newToken(
  state: OrderState,
  position: Pick<Token, 'nodeId' | 'flowId' | 'madeBy'>,
  offset = 0,
): Token {
  return { id: state.tokens.length + 1 + offset, ...position, usedBy: null, dead: false };
}

/**
 * Consumes tokens at a node and creates one on each of the flows; without flows none (an end, a target of
 * 直送).
 */
export function fireTransition(
  builder: DecisionBuilder,
  nodeId: string,
  consumed: readonly Token[],
  flowIds: readonly string[],
): void {
  const { state, context } = builder;
  const firingId = state.firings.length + 1;
  const made = flowIds.map((flowId, offset) => {
    const flow = context.definition.flows[flowId];
    if (flow === undefined) throw new Error(`Process ${context.definition.key} has no flow ${flowId}`);
    return newToken(state, { nodeId: flow.targetId, flowId, madeBy: firingId }, offset);
  });
  const firing = {
    id: firingId,
    nodeId,
    takes: consumed.map(({ id }) => id),
    makes: made.map(({ id }) => id),
  };
  emit(builder, { type: 'fired', firing, made });
}

/** Opens a slot of the token's visit: the main one, begun now, unless `slot` has other values. */
export function openTask(
  builder: DecisionBuilder,
  token: Token,
  origin: TaskOrigin,
  candidates: readonly string[],
  slot: Partial<Pick<Task, 'kind' | 'panelId' | 'seat' | 'replaces' | 'onBehalfOf' | 'openedAt'>> = {},
): Task {
  const task: Task = {
    id: builder.state.tasks.length + 1,
    tokenId: token.id,
    kind: 'main',
    panelId: null,
    seat: null,
    replaces: null,
    onBehalfOf: null,
    nodeId: token.nodeId,
    origin,
    candidates,
    openedAt: builder.at,
    outcome: null,
    finishedBy: null,
    finishedAt: null,
    finishedSeq: 0,
    buttonId: null,
    resultCode: null,
    ...slot,
  };
  emit(builder, { type: 'taskOpened', at: builder.at, task });
  return task;
}

/**
 * Returns the absent person whose substitute the actor is for the task; null for an own task, or without a
 * task.
 */
export function absentPersonOf(
  { state, context }: Pick<DecisionBuilder, 'state' | 'context'>,
  taskId: number | null,
): Person | null {
  const task = state.tasks[(taskId ?? 0) - 1];
  return task === undefined ? null : absentPersonForTask(context.actor, task);
}

/**
 * Finishes a task in the name of the actor, and of the absent person if the actor is a substitute, without
 * button, opinion and result unless `finish` has them.
 */
export function finishTask(
  builder: DecisionBuilder,
  taskId: number,
  outcome: TaskOutcome,
  finish: Partial<Omit<EventOf<'taskFinished'>, 'type' | 'at' | 'taskId' | 'outcome'>> = {},
): void {
  const { at, by } = builder;
  const emptyFinish = { buttonId: null, opinion: '', resultCode: null };
  const absent = finish.by === undefined ? absentPersonOf(builder, taskId) : null;
  const standsFor = absent && { standsFor: absent };
  emit(builder, { type: 'taskFinished', at, taskId, outcome, by, ...standsFor, ...emptyFinish, ...finish });
}

type EventOf<Type extends WorkflowEvent['type']> = Extract<WorkflowEvent, { type: Type }>;

/** Closes a task that becomes obsolete by the action of another person, the actor. */
export function closeTask(builder: DecisionBuilder, taskId: number, outcome: TaskOutcome): void {
  emit(builder, { type: 'taskClosed', at: builder.at, taskId, outcome, by: builder.by });
}

/** Closes the open tasks at removed tokens. */
export function closeTasks(
  builder: DecisionBuilder,
  tokenIds: ReadonlySet<number>,
  outcome: TaskOutcome,
): void {
  for (const { id, tokenId } of openTasksInOrder(builder.state)) {
    if (tokenIds.has(tokenId)) closeTask(builder, id, outcome);
  }
}
