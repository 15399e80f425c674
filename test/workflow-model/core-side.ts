/** The core's side of a walk: deeds become commands, and what the core then says of the order. */

import type { Actor } from '#domain/access/actor.ts';
import { MissingCase } from '#domain/missing-case.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { workKinds } from '#domain/workflow/actions/checks.ts';
import { canRecall, canWithdraw } from '#domain/workflow/actions/queries.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import { createConditionTest } from '#domain/workflow/conditions/condition.ts';
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
import type { AskedRule, Deed, SlotAt, SlotDeed } from './deed.ts';
import type { People } from './oracle/play.ts';
import { ableWhere, contextOf } from './people.ts';

export interface CoreSide {
  definition: ProcessDefinition;
  facts: Readonly<Record<string, unknown>>;
  state: OrderState | null;
  events: WorkflowEvent[];
}

const conditionTest = createConditionTest();

/** Gives the deed to the core; whether it was done, else the refusal's name. */
export function doInCore(
  core: CoreSide,
  deed: Deed | 'start',
  actor: Actor,
  people: People,
  minute: number,
): string {
  const context: DecisionContext = contextOf(core.definition, actor, {
    now: new Date(Date.UTC(2026, 2, 2, 1, minute)),
    facts: core.facts,
    test: conditionTest,
    addressee: ableWhere(people.reaches, people.keysOf, people.behind),
  });
  const command: Command = deed === 'start' ? { action: 'start' } : commandOf(core, deed, context.now);
  const answer = decide(core.state, command, context);
  if (isRefusal(answer)) return answer.refused;
  core.events.push(...answer);
  core.state = frozen(answer.reduce<OrderState | null>(apply, core.state));
  return 'done';
}

/** A decision that changed the state it was given would throw. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}

const noTask = 100_000;

/** Returns the deed as a command of the core. */
export function commandOf({ state }: CoreSide, deed: Deed, now: Date): Command {
  const taskAt = (nodeId: string, back = 0, key?: string) =>
    key === undefined
      ? mainTaskAt(nodeId, back)
      : (instancesAt(state, nodeId)?.seats.find(({ keys }) => keys[0] === key)?.taskId ?? noTask);
  const mainTaskAt = (nodeId: string, back: number) =>
    state?.tasks.filter((task) => task.nodeId === nodeId && task.kind === 'main').at(-1 - back)?.id ?? noTask;
  const opinion = '同意';
  switch (deed.do) {
    case 'recall':
      return { action: 'recall', reason: '' };
    case 'resubmit':
      return { action: 'resubmit', taskId: taskAt('start', deed.back), opinion };
    case 'withdraw':
      return { action: 'withdraw', taskId: taskAt(deed.at, deed.back), reason: '' };
    case 'return': {
      const { button: buttonId, targets: targetNodeIds, way } = deed;
      return {
        action: 'return',
        taskId: taskAt(deed.at, deed.back, deed.key),
        buttonId,
        opinion,
        targetNodeIds,
        way,
      };
    }
    case 'terminate':
    case 'void':
      return {
        action: deed.do,
        taskId: taskAt(deed.at, deed.back, deed.key),
        buttonId: deed.button,
        opinion,
      };
    case 'handle':
    case 'forward':
    case 'choose':
      return {
        action: deed.do === 'choose' ? 'chooseBranch' : deed.do,
        taskId: taskAt(deed.at, deed.back, deed.key),
        buttonId: deed.button,
        opinion,
        ...(deed.names && { nextHandlers: deed.names }),
        ...(deed.branches && { branchNodeIds: deed.branches }),
      };
    default:
      return slotCommandOf(deed, now, {
        taskOf: (slot) =>
          'at' in slot
            ? taskAt(slot.at, slot.back, slot.key)
            : (startedPanel(state, slot.panel)?.seats[slot.seat]?.taskId ?? noTask),
        panelOf: (panel) => startedPanel(state, panel)?.id ?? noTask,
        kindOf: (taskId) => state?.tasks[taskId - 1]?.kind,
      });
  }
}

/** The panels that people started, counted from 1; those of several who do a node are not among them. */
function startedPanel(state: OrderState | null, number: number): Panel | undefined {
  return state?.panels.filter(({ kind }) => kind !== 'instance')[number - 1];
}

/** The latest panel of several who do the node. */
function instancesAt(state: OrderState | null, nodeId: string): Panel | undefined {
  return state?.panels.findLast(
    ({ kind, tokenId }) => kind === 'instance' && state.tokens[tokenId - 1]?.nodeId === nodeId,
  );
}

interface Numbers {
  taskOf(slot: SlotAt): number;
  panelOf(panel: number): number;
  kindOf(taskId: number): SlotKind | undefined;
}

function slotCommandOf(deed: SlotDeed, now: Date, { taskOf, panelOf, kindOf }: Numbers): Command {
  const opinion = '同意';
  const reason = '请协助';
  switch (deed.do) {
    case 'callOff':
      return { action: 'callOffCountersign', panelId: panelOf(deed.panel), reason };
    case 'removeSigner':
      return { action: 'removeSigner', panelId: panelOf(deed.panel), seat: deed.seat, reason };
    case 'expire':
      return { action: 'expire', panelId: panelOf(deed.panel), limit: now.toISOString() };
    case 'look':
      return { action: 'expire', panelId: panelOf(deed.panel), limit: null };
    case 'answer':
      return { action: 'answerCountersign', taskId: taskOf(deed.slot), passes: deed.passes, opinion };
    case 'sign': {
      const taskId = taskOf(deed.slot);
      return { action: kindOf(taskId) === 'returned' ? 'submitToHandler' : 'sign', taskId, opinion };
    }
    case 'addTo':
      return { action: 'addToCountersign', panelId: panelOf(deed.panel), seats: deed.seats, reason };
    case 'returnTo':
      return { action: 'returnToHandler', taskId: taskOf(deed.slot), key: deed.key, opinion };
    case 'reassign':
      return { action: 'reassign', taskId: taskOf(deed.slot), key: deed.key, reason };
    case 'delegate': {
      const { key, returns } = deed;
      return { action: 'delegate', taskId: taskOf(deed.slot), key, returns, opinion };
    }
    case 'addSigners': {
      const { place, seats, isInOrder } = deed;
      const sequence = isInOrder ? 'inOrder' : 'any';
      return { action: 'addSigners', taskId: taskOf(deed.slot), place, seats, sequence, opinion };
    }
    case 'countersign':
      return {
        action: 'startCountersign',
        taskId: taskOf(deed.slot),
        seats: deed.seats,
        sequence: deed.isInOrder ? 'inOrder' : 'any',
        rule: ruleOf(deed.rule),
        goes: deed.goes,
        limit: deed.isLimited ? { amount: 1, unit: 1 } : null,
        ...(deed.expiry && { expiry: deed.expiry }),
        reason,
      };
    default:
      throw new MissingCase(deed satisfies never);
  }
}

function ruleOf(rule: AskedRule): PanelRule {
  return typeof rule === 'number' ? { kind: 'share', percent: rule } : { kind: rule };
}

/** Facts that both sides state after each line, in one form, so that they can be compared as text. */
export interface Picture {
  /** Open tasks and seats with those of the people who may act on each, and whether it waits for others. */
  open: readonly string[];
  /** The places of waiting tokens that no person has. */
  parked: readonly string[];
  ended: number | null;
  result: number | null;
  variables: Readonly<Record<string, unknown>>;
  /** That of the visit open longest; the oracle gives all that are equally old. */
  status: readonly number[];
  /** Nodes whose latest task its doer may take back. */
  withdrawable: readonly string[];
  canRecall: boolean;
  /** By open task: where it may be returned to. */
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
        const held = isActionable(state, task) ? '' : ' waits';
        const kind = task.kind === 'main' ? '' : ` ${task.kind}`;
        return `${task.nodeId}${kind}${held}: ${mayAct(task).sort().join(' ')}`;
      })
      .sort(),
    parked: state.tokens
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
