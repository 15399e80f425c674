/** The core's side of a walk: turns actions into commands, and describes the resulting order. */

import type { Actor } from '#domain/access/actor.ts';
import { MissingCase } from '#domain/missing-case.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { workKinds } from '#domain/workflow/actions/checks.ts';
import { canRecall, canWithdraw } from '#domain/workflow/actions/queries.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import { createConditionEvaluator } from '#domain/workflow/conditions/condition.ts';
import { decide } from '#domain/workflow/decide.ts';
import { returnTargets } from '#domain/workflow/decision/return-targets.ts';
import type {
  DecisionContext,
  OrderState,
  ProcessDefinition,
  Task,
  WorkflowEvent,
} from '#domain/workflow/model/model.ts';
import type { Panel, PanelRule, SlotKind } from '#domain/workflow/model/panel.ts';
import { apply } from '#domain/workflow/state/apply.ts';
import { resultOf, variablesOf } from '#domain/workflow/state/effects.ts';
import { isWaiting } from '#domain/workflow/state/live-tokens.ts';
import { isActionable } from '#domain/workflow/state/panels.ts';
import { openTasks, statusOf } from '#domain/workflow/state/status.ts';
import type { People } from './oracle/token-game.ts';
import { contextOf, createAddresseeLookup } from './people.ts';
import type { RuleRequest, SlotAt, SlotStep, Step } from './step.ts';

export interface CoreSide {
  definition: ProcessDefinition;
  facts: Readonly<Record<string, unknown>>;
  state: OrderState | null;
  events: WorkflowEvent[];
}

const conditionEvaluator = createConditionEvaluator();

/** Performs the action in the core; returns `done`, or the refusal's name. */
export function applyToCore(
  core: CoreSide,
  step: Step | 'start',
  actor: Actor,
  people: People,
  minute: number,
): string {
  const context: DecisionContext = contextOf(core.definition, actor, {
    now: new Date(Date.UTC(2026, 2, 2, 1, minute)),
    facts: core.facts,
    evaluateCondition: conditionEvaluator,
    addressee: createAddresseeLookup(people.hasPerson, people.keysOf, people.staffWithKey),
  });
  const command: Command = step === 'start' ? { action: 'start' } : commandOf(core, step, context.now);
  const answer = decide(core.state, command, context);
  if (isRefusal(answer)) return answer.refused;
  core.events.push(...answer);
  core.state = deepFreeze(answer.reduce<OrderState | null>(apply, core.state));
  return 'done';
}

/** Freezes the state, so that a decision that tries to change it throws. */
function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

const noTask = 100_000;

/** Returns the action as a command of the core. */
export function commandOf({ state }: CoreSide, step: Step, now: Date): Command {
  const taskAt = (nodeId: string, back = 0, key?: string) =>
    key === undefined
      ? mainTaskAt(nodeId, back)
      : (instancesAt(state, nodeId)?.seats.find(({ keys }) => keys[0] === key)?.taskId ?? noTask);
  const mainTaskAt = (nodeId: string, back: number) =>
    state?.tasks.filter((task) => task.nodeId === nodeId && task.kind === 'main').at(-1 - back)?.id ?? noTask;
  const opinion = '同意';
  switch (step.do) {
    case 'recall':
      return { action: 'recall', reason: '' };
    case 'resubmit':
      return { action: 'resubmit', taskId: taskAt('start', step.back), opinion };
    case 'withdraw':
      return { action: 'withdraw', taskId: taskAt(step.at, step.back), reason: '' };
    case 'return': {
      const { button: buttonId, targets: targetNodeIds, way } = step;
      return {
        action: 'return',
        taskId: taskAt(step.at, step.back, step.key),
        buttonId,
        opinion,
        targetNodeIds,
        way,
      };
    }
    case 'terminate':
    case 'void':
      return {
        action: step.do,
        taskId: taskAt(step.at, step.back, step.key),
        buttonId: step.button,
        opinion,
      };
    case 'handle':
    case 'forward':
    case 'choose':
      return {
        action: step.do === 'choose' ? 'chooseBranch' : step.do,
        taskId: taskAt(step.at, step.back, step.key),
        buttonId: step.button,
        opinion,
        ...(step.names && { nextHandlers: step.names }),
        ...(step.branches && { branchNodeIds: step.branches }),
      };
    default:
      return slotCommandOf(step, now, {
        taskOf: (slot) =>
          'at' in slot
            ? taskAt(slot.at, slot.back, slot.key)
            : (startedPanel(state, slot.panel)?.seats[slot.seat]?.taskId ?? noTask),
        panelOf: (panel) => startedPanel(state, panel)?.id ?? noTask,
        kindOf: (taskId) => state?.tasks[taskId - 1]?.kind,
      });
  }
}

/**
 * Returns a panel that a person started, counted from 1; panels of nodes with several people are not counted.
 */
function startedPanel(state: OrderState | null, number: number): Panel | undefined {
  return state?.panels.filter(({ kind }) => kind !== 'instance')[number - 1];
}

/** Returns the latest panel of a node that several people do. */
function instancesAt(state: OrderState | null, nodeId: string): Panel | undefined {
  return state?.panels.findLast(
    ({ kind, tokenId }) => kind === 'instance' && state.tokens[tokenId - 1]?.nodeId === nodeId,
  );
}

interface IdLookup {
  taskOf(slot: SlotAt): number;
  panelOf(panel: number): number;
  kindOf(taskId: number): SlotKind | undefined;
}

function slotCommandOf(step: SlotStep, now: Date, { taskOf, panelOf, kindOf }: IdLookup): Command {
  const opinion = '同意';
  const reason = '请协助';
  switch (step.do) {
    case 'callOff':
      return { action: 'callOffCountersign', panelId: panelOf(step.panel), reason };
    case 'removeSigner':
      return { action: 'removeSigner', panelId: panelOf(step.panel), seat: step.seat, reason };
    case 'expire':
      return { action: 'expire', panelId: panelOf(step.panel), limit: now.toISOString() };
    case 'checkExpiry':
      return { action: 'expire', panelId: panelOf(step.panel), limit: null };
    case 'answer':
      return { action: 'answerCountersign', taskId: taskOf(step.slot), passes: step.passes, opinion };
    case 'sign': {
      const taskId = taskOf(step.slot);
      return { action: kindOf(taskId) === 'returned' ? 'submitToHandler' : 'sign', taskId, opinion };
    }
    case 'addTo':
      return { action: 'addToCountersign', panelId: panelOf(step.panel), seats: step.seats, reason };
    case 'returnTo':
      return { action: 'returnToHandler', taskId: taskOf(step.slot), key: step.key, opinion };
    case 'reassign':
      return { action: 'reassign', taskId: taskOf(step.slot), key: step.key, reason };
    case 'delegate': {
      const { key, returns } = step;
      return { action: 'delegate', taskId: taskOf(step.slot), key, returns, opinion };
    }
    case 'addSigners': {
      const { place, seats, isInOrder } = step;
      const sequence = isInOrder ? 'inOrder' : 'any';
      return { action: 'addSigners', taskId: taskOf(step.slot), place, seats, sequence, opinion };
    }
    case 'countersign':
      return {
        action: 'startCountersign',
        taskId: taskOf(step.slot),
        seats: step.seats,
        sequence: step.isInOrder ? 'inOrder' : 'any',
        rule: ruleOf(step.rule),
        goes: step.goes,
        limit: step.isLimited ? { amount: 1, unit: 1 } : null,
        ...(step.expiry && { expiry: step.expiry }),
        reason,
      };
    default:
      throw new MissingCase(step satisfies never);
  }
}

function ruleOf(rule: RuleRequest): PanelRule {
  return typeof rule === 'number' ? { kind: 'share', percent: rule } : { kind: rule };
}

/** The state as both sides describe it after each line, in one form, so that they can be compared as text. */
export interface Picture {
  /**
   * Open tasks and seats with the keys of the people who may act on each, and whether it waits for others.
   */
  open: readonly string[];
  /** The nodes of waiting tokens without an open task. */
  waitingWithoutTask: readonly string[];
  ended: number | null;
  result: number | null;
  variables: Readonly<Record<string, unknown>>;
  /** The status of the visit open longest; the oracle returns all that are equally old. */
  status: readonly number[];
  /** Nodes whose latest task can be withdrawn by the person who did it. */
  withdrawable: readonly string[];
  canRecall: boolean;
  /** For each open task, the nodes to which it may be returned. */
  targets: readonly string[];
}

export function pictureOfCore(
  { state, definition }: Pick<CoreSide, 'state' | 'definition'>,
  office: ReadonlyMap<string, Actor>,
): Picture {
  if (!state) throw new Error('The order has not started');
  const people = [...office.values()];
  const open = openTasks(state);
  const mayAct = (task: Task) =>
    people
      .filter(({ keys }) => task.candidates.some((key) => keys.includes(key)))
      .map(({ staffId }) => staffId);
  const doneTasks = Object.keys(definition.nodes).flatMap(
    (nodeId) => state.tasks.findLast((task) => task.nodeId === nodeId && task.kind === 'main') ?? [],
  );
  const initiator = office.get(state.initiator.staffId);
  return {
    open: open
      .map((task) => {
        const suffix = isActionable(state, task) ? '' : ' waits';
        const kind = task.kind === 'main' ? '' : ` ${task.kind}`;
        return `${task.nodeId}${kind}${suffix}: ${mayAct(task).sort().join(' ')}`;
      })
      .sort(),
    waitingWithoutTask: state.tokens
      .filter((token) => isWaiting(token) && !open.some(({ tokenId }) => tokenId === token.id))
      .map(({ nodeId, flowId }) => `${nodeId} by ${flowId}`)
      .sort(),
    ended: state.ended?.result ?? null,
    result: resultOf(state, definition),
    variables: variablesOf(state),
    status: [statusOf(state, definition)],
    withdrawable: doneTasks
      .filter(({ id, finishedBy }) => {
        const doer = office.get(finishedBy?.staffId ?? '');
        return doer !== undefined && canWithdraw(state, definition, id, doer);
      })
      .map(({ nodeId }) => nodeId)
      .sort(),
    canRecall: initiator !== undefined && canRecall(state, definition, initiator),
    targets: open
      .filter(({ kind }) => workKinds.includes(kind))
      .map(({ id, nodeId }) => {
        const offered = returnTargets(state, definition, id).map((target) => target.nodeId);
        return `${nodeId}: ${offered.sort().join(' ')}`;
      })
      .sort(),
  };
}
