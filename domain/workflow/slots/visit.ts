/**
 * The slots of a visit: opened when it begins, processed after every answer, and reopened when 退回后直送 is
 * completed.
 */

import type { Person } from '../../access/actor.ts';
import { refusalRow } from '../../refusals/refusals.ts';
import {
  absentPersonOf,
  closeTask,
  type DecisionBuilder,
  emit,
  finishTask,
  nodeOf,
  openTask,
  staffKey,
  tokenOf,
} from '../decision/builder.ts';
import {
  canDoTask,
  firstListWithAblePerson,
  handlersOf,
  type PreferredHandlers,
  refuseWithoutCandidates,
} from '../decision/candidates.ts';
import { reachesManualGateway } from '../decision/gateways.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type { FlowNode, Task, TaskOrigin, TaskOutcome, Token } from '../model/model.ts';
import { emptySeat, type Panel, type SeatRequest } from '../model/panel.ts';
import { countedHandlerOf, isClosed, isVote } from '../state/outcomes.ts';
import { isStarter, openPanelsAt, seatsInTurn, slotsUnder, verdictOf } from '../state/panels.ts';
import { endsInstancesEarly } from './instances.ts';
import { canAnswer } from './shared-seats.ts';

/** Begins a visit that the flow reached; returns false if there is no candidate and the node is skipped. */
export function enterVisit(
  builder: DecisionBuilder,
  node: FlowNode,
  token: Token,
  preferred: PreferredHandlers,
): boolean | DecisionRefusal {
  const keys = handlersOf(builder, node, preferred, 'byFlow');
  if (keys === null) return refuseWithoutCandidates(node);
  if (keys === 'skip') return false;
  openSlots(builder, node, token, 'flow', keys);
  return true;
}

/**
 * Begins a visit to which a person sent the order. It cannot be skipped; without a person in service it is
 * opened for the intended candidates, and `advance` refuses the whole action.
 */
export function reenterVisit(
  builder: DecisionBuilder,
  token: Token,
  origin: TaskOrigin,
  preferred: PreferredHandlers,
): void {
  const node = nodeOf(builder.context.definition, token.nodeId);
  const keys = handlersOf(builder, node, preferred, 'again');
  if (keys === null || keys === 'skip') openTask(builder, token, origin, preferred[0] ?? []);
  else openSlots(builder, node, token, origin, keys);
}

function openSlots(
  builder: DecisionBuilder,
  node: FlowNode,
  token: Token,
  origin: TaskOrigin,
  keys: readonly string[],
): void {
  if (node.kind !== 'userTask' || node.instances === undefined) {
    openTask(builder, token, origin, keys);
    return;
  }
  openPanel(builder, token.id, {
    kind: 'instance',
    sequence: node.instances.sequence,
    rule: { kind: 'all' },
    byTaskId: null,
    reason: '',
    goes: 'on',
    seats: keys
      .filter((key) => canDoTask(builder.context, node, key))
      .map((key, group) => ({ group, keys: [key] })),
  });
  updateVisit(builder, token.id);
}

type NewPanel = Pick<Panel, 'kind' | 'byTaskId' | 'reason' | 'sequence' | 'rule' | 'goes'> &
  Partial<Pick<Panel, 'limit' | 'expiry'>> & { seats: readonly SeatRequest[] };

/** Starts a panel at a visit; `updateVisit` opens the seats whose turn it is. */
export function openPanel(builder: DecisionBuilder, tokenId: number, { seats, ...panel }: NewPanel): Panel {
  const absent = absentPersonOf(builder, panel.byTaskId);
  const opened: Panel = {
    id: builder.state.panels.length + 1,
    tokenId,
    by: builder.by,
    ...(absent && { standsFor: absent }),
    startedAt: builder.at,
    outcome: null,
    limit: null,
    expiry: 'noAnswer',
    ...panel,
    seats: seats.map(emptySeat),
  };
  emit(builder, { type: 'panelOpened', panel: opened });
  return opened;
}

/** Opens the seats whose turn it is and closes the panels that are decided, until nothing more changes. */
export function updateVisit(builder: DecisionBuilder, tokenId: number): void {
  while (openPanelsAt(builder.state, tokenId).some((panel) => updatePanel(builder, panel)));
}

function updatePanel(builder: DecisionBuilder, panel: Panel): boolean {
  const by = panel.byTaskId === null ? undefined : builder.state.tasks[panel.byTaskId - 1];
  if (panel.kind === 'after' && by?.outcome === null) return false;
  const node = nodeOf(builder.context.definition, tokenOf(builder.state, panel.tokenId).nodeId);
  const endsEarly = node.kind === 'userTask' && endsInstancesEarly(builder, panel, node);
  const verdict = verdictOf(builder.state, panel) ?? (endsEarly ? 'done' : null);
  if (verdict === null) return openDueSeats(builder, panel) || skipUnanswerableSeats(builder, panel);
  closePanel(builder, panel, verdict, 'closedByDecision');
  return true;
}

function openDueSeats(builder: DecisionBuilder, panel: Panel): boolean {
  const token = tokenOf(builder.state, panel.tokenId);
  const dueSeats = seatsInTurn(builder.state, panel).filter((index) => panel.seats[index]?.taskId === null);
  for (const index of dueSeats) {
    const seat = panel.seats[index];
    const keys = seat && answerableKeysForSeat(builder, token, panel, seat.keys);
    if (keys === undefined) {
      closeSeat(builder, panel.id, index, 'absent');
    } else openTask(builder, token, 'flow', keys, { kind: panel.kind, panelId: panel.id, seat: index });
  }
  return dueSeats.length > 0;
}

/**
 * Returns the keys for a seat, which has no policy of its own: the intended ones if their people may answer,
 * else the administrator.
 */
function answerableKeysForSeat(
  builder: DecisionBuilder,
  token: Token,
  panel: Panel,
  keys: readonly string[],
): readonly string[] | undefined {
  const { context } = builder;
  const { definition } = context;
  const answerableKeys = canAnswer(builder, panel, keys) ? keys : [];
  return firstListWithAblePerson(context, nodeOf(definition, token.nodeId), [
    answerableKeys,
    [definition.administratorKey],
  ]);
}

/**
 * Passes over seats whose people have left, or have no vote, after all other open seats have answered. Until
 * then the person who asked may remove them (docs/decisions/0105).
 */
function skipUnanswerableSeats(builder: DecisionBuilder, panel: Panel): boolean {
  const dueSeats = panel.kind === 'countersign' ? seatsInTurn(builder.state, panel) : [];
  const tasks = dueSeats.map((index) => builder.state.tasks[(panel.seats[index]?.taskId ?? 0) - 1]);
  const areUnanswerable = tasks.every(
    (task) => task?.outcome === null && !canAnswer(builder, panel, task.candidates),
  );
  if (dueSeats.length === 0 || !areUnanswerable) return false;
  for (const index of dueSeats) {
    closeSlots(builder, slotsUnder(builder.state, panel, index), 'closedByAbsence');
    closeSeat(builder, panel.id, index, 'absent');
  }
  return true;
}

/**
 * Ends a panel: people who still have a slot of it, and those whom they asked, need not act any more. A
 * countersign sets `countersign.passed` for conditions; one that continues by itself finishes the slot in the
 * name of its starter, if the flow can continue.
 */
export function closePanel(
  builder: DecisionBuilder,
  panel: Panel,
  outcome: Exclude<Panel['outcome'], null>,
  taskOutcome: TaskOutcome,
  reason = '',
): void {
  closeSlots(builder, slotsUnder(builder.state, panel), taskOutcome);
  emit(builder, { type: 'panelClosed', at: builder.at, panelId: panel.id, outcome, by: builder.by, reason });
  if (!isVote(outcome)) return;
  const { tokenId, byTaskId, goes } = panel;
  emit(builder, { type: 'variablesSet', values: { countersign: { passed: outcome === 'passed' } }, tokenId });
  const { definition } = builder.context;
  const { nodeId } = tokenOf(builder.state, tokenId);
  // The round was started when no branch had to be chosen (退回后直送); now one must be, so the requester continues.
  const needsBranch = reachesManualGateway({ state: builder.state, definition, task: { tokenId, nodeId } });
  if (goes === 'back' || byTaskId === null || needsBranch) return;
  if (builder.blockedBy) {
    recordReopening(builder, byTaskId, '会签已有结论');
    return;
  }
  builder.finishedByOthers = true;
  finishTask(builder, byTaskId, 'handled', currentRequester(builder, panel, byTaskId));
}

/**
 * Returns the person in whose name a slot continues by itself: the one who asked, or the one who has it after
 * a handover.
 */
function currentRequester(
  { state, context }: DecisionBuilder,
  panel: Panel,
  slotId: number,
): { by: Person; standsFor?: Person } {
  const { by, standsFor } = panel;
  const starter = { by, ...(standsFor && { standsFor }) };
  if (isStarter(state, panel, { staffId: (standsFor ?? by).staffId, keys: [] })) return starter;
  const [key, ...more] = state.tasks[slotId - 1]?.candidates ?? [];
  const staffId = key !== undefined && more.length === 0 ? context.addressee(key)?.soleStaffId : null;
  const requester = staffId ? context.addressee(staffKey(staffId)) : undefined;
  if (!staffId || !requester?.orgId) return starter;
  const orgName = context.addressee(`org:${requester.orgId}`)?.name ?? '';
  return { by: { staffId, name: requester.name, orgId: requester.orgId, orgName } };
}

/** Records the outcome of a seat without an answer. */
export function closeSeat(
  builder: DecisionBuilder,
  panelId: number,
  seat: number,
  outcome: 'removed' | 'absent' | 'expired',
  reason = '',
): void {
  emit(builder, { type: 'seatClosed', panelId, seat, outcome, by: builder.by, reason });
}

/** Closes the open ones of these slots, and everything that was started from them. */
export function closeSlots(
  builder: DecisionBuilder,
  { tasks, panels }: { tasks: readonly Task[]; panels: readonly Panel[] },
  outcome: TaskOutcome,
): void {
  for (const { id } of panels.filter((panel) => panel.outcome === null)) {
    const { at, by } = builder;
    emit(builder, { type: 'panelClosed', at, panelId: id, outcome: 'calledOff', by, reason: '' });
  }
  for (const { id } of tasks.filter((task) => task.outcome === null)) closeTask(builder, id, outcome);
}

/**
 * Reopens the slots of a visit that a rewind closed and its undoing restores: the returner's own for the
 * returner, the others for their people, with their clocks continued. Given answers stay.
 */
export function restoreVisit(builder: DecisionBuilder, token: Token, returnerTaskId: number): void {
  const { tasks } = builder.state;
  const main = tasks.findLast((task) => task.tokenId === token.id && task.panelId === null);
  const seatTasks = openPanelsAt(builder.state, token.id)
    .reverse()
    .flatMap(({ seats }) => seats)
    .flatMap(({ taskId, outcome }) => (outcome === null && taskId !== null ? (tasks[taskId - 1] ?? []) : []));
  for (const task of [...(main ? [main] : []), ...seatTasks].filter(wasReturnedOrClosed)) {
    const isReturnersTask = task.id === returnerTaskId;
    const handler = countedHandlerOf(task);
    const returner = isReturnersTask && handler ? [[staffKey(handler.staffId)]] : [];
    reopenSlot(
      builder,
      token,
      task,
      [...returner, task.candidates],
      isReturnersTask ? builder.at : task.openedAt,
    );
  }
}

function wasReturnedOrClosed(task: Task): boolean {
  return task.outcome === 'returned' || isClosed(task);
}

/** Reopens a slot, for the first list of preferred handlers that has a person. */
export function reopenSlot(
  builder: DecisionBuilder,
  token: Token,
  task: Task,
  preferred: PreferredHandlers,
  openedAt: string,
): Task {
  const { context } = builder;
  const node = nodeOf(context.definition, token.nodeId);
  const keys =
    task.panelId === null
      ? handlersOf(builder, node, preferred, 'again')
      : firstListWithAblePerson(context, node, [...preferred, [context.definition.administratorKey]]);
  const { kind, panelId, seat, onBehalfOf, candidates } = task;
  const slot = { kind, panelId, seat, onBehalfOf, replaces: task.id, openedAt };
  return openTask(
    builder,
    token,
    'restore',
    typeof keys === 'object' && keys !== null ? keys : candidates,
    slot,
  );
}

/** Records the reason why a slot is reopened for its person although others have finished the visit. */
export function recordReopening(builder: DecisionBuilder, taskId: number, outcomeText: string): void {
  const { at, by, blockedBy } = builder;
  const cause = blockedBy === null ? '' : (blockedBy.message ?? refusalRow[blockedBy.refused].text);
  emit(builder, { type: 'gaveBack', at, taskId, by, reason: `${outcomeText}，但无法进入下一环节：${cause}` });
}
