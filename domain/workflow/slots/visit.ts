/**
 * The slots of a visit: opened when it begins, processed after every answer, and reopened when 退回后直送 is
 * completed.
 */

import type { Person } from '../../access/actor.ts';
import { refusalRow } from '../../refusals/refusals.ts';
import {
  canTake,
  firstReached,
  refuseWithoutCandidates,
  type Wishes,
  whoGets,
} from '../decision/candidates.ts';
import {
  absentOf,
  closeTask,
  type DecisionBuilder,
  emit,
  finishTask,
  nodeOf,
  openTask,
  staffKey,
  tokenOf,
} from '../decision/draft.ts';
import { passesManualGateway } from '../decision/gateways.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type { FlowNode, Task, TaskOrigin, TaskOutcome, Token } from '../model/model.ts';
import { emptySeat, type Panel, type SeatRequest } from '../model/panel.ts';
import { doerOf, isClosed, isVote } from '../state/outcomes.ts';
import { isStarter, openPanelsAt, seatsInTurn, slotsUnder, verdictOf } from '../state/panels.ts';
import { areOverEarly } from './instances.ts';
import { canAnswer } from './shared-seats.ts';

/** Begins a visit that the flow reached; returns false if there is no candidate and the node is skipped. */
export function enterVisit(
  draft: DecisionBuilder,
  node: FlowNode,
  token: Token,
  wishes: Wishes,
): boolean | DecisionRefusal {
  const keys = whoGets(draft, node, wishes, 'byFlow');
  if (keys === null) return refuseWithoutCandidates(node);
  if (keys === 'skip') return false;
  openSlots(draft, node, token, 'flow', keys);
  return true;
}

/**
 * Begins a visit to which a person sent the order. It cannot be skipped; without a person in service it is
 * opened for the intended candidates, and `advance` refuses the whole action.
 */
export function reenterVisit(draft: DecisionBuilder, token: Token, origin: TaskOrigin, wishes: Wishes): void {
  const node = nodeOf(draft.context.definition, token.nodeId);
  const keys = whoGets(draft, node, wishes, 'again');
  if (keys === null || keys === 'skip') openTask(draft, token, origin, wishes[0] ?? []);
  else openSlots(draft, node, token, origin, keys);
}

function openSlots(
  draft: DecisionBuilder,
  node: FlowNode,
  token: Token,
  origin: TaskOrigin,
  keys: readonly string[],
): void {
  if (node.kind !== 'userTask' || node.instances === undefined) {
    openTask(draft, token, origin, keys);
    return;
  }
  openPanel(draft, token.id, {
    kind: 'instance',
    sequence: node.instances.sequence,
    rule: { kind: 'all' },
    byTaskId: null,
    reason: '',
    goes: 'on',
    seats: keys
      .filter((key) => canTake(draft.context, node, key))
      .map((key, group) => ({ group, keys: [key] })),
  });
  settleVisit(draft, token.id);
}

type NewPanel = Pick<Panel, 'kind' | 'byTaskId' | 'reason' | 'sequence' | 'rule' | 'goes'> &
  Partial<Pick<Panel, 'limit' | 'expiry'>> & { seats: readonly SeatRequest[] };

/** Starts a panel at a visit; `settleVisit` opens the seats whose turn it is. */
export function openPanel(draft: DecisionBuilder, tokenId: number, { seats, ...panel }: NewPanel): Panel {
  const absent = absentOf(draft, panel.byTaskId);
  const opened: Panel = {
    id: draft.state.panels.length + 1,
    tokenId,
    by: draft.by,
    ...(absent && { standsFor: absent }),
    startedAt: draft.at,
    outcome: null,
    limit: null,
    expiry: 'noAnswer',
    ...panel,
    seats: seats.map(emptySeat),
  };
  emit(draft, { type: 'panelOpened', panel: opened });
  return opened;
}

/** Opens the seats whose turn it is and closes the panels that are decided, until nothing more changes. */
export function settleVisit(draft: DecisionBuilder, tokenId: number): void {
  while (openPanelsAt(draft.state, tokenId).some((panel) => settlePanel(draft, panel)));
}

function settlePanel(draft: DecisionBuilder, panel: Panel): boolean {
  const by = panel.byTaskId === null ? undefined : draft.state.tasks[panel.byTaskId - 1];
  if (panel.kind === 'after' && by?.outcome === null) return false;
  const node = nodeOf(draft.context.definition, tokenOf(draft.state, panel.tokenId).nodeId);
  const isOver = node.kind === 'userTask' && areOverEarly(draft, panel, node);
  const verdict = verdictOf(draft.state, panel) ?? (isOver ? 'done' : null);
  if (verdict === null) return openTurn(draft, panel) || passTurnOfNobody(draft, panel);
  closePanel(draft, panel, verdict, 'closedByDecision');
  return true;
}

function openTurn(draft: DecisionBuilder, panel: Panel): boolean {
  const token = tokenOf(draft.state, panel.tokenId);
  const turn = seatsInTurn(draft.state, panel).filter((index) => panel.seats[index]?.taskId === null);
  for (const index of turn) {
    const seat = panel.seats[index];
    const keys = seat && reachedForSeat(draft, token, panel, seat.keys);
    if (keys === undefined) {
      closeSeat(draft, panel.id, index, 'absent');
    } else openTask(draft, token, 'flow', keys, { kind: panel.kind, panelId: panel.id, seat: index });
  }
  return turn.length > 0;
}

/**
 * Returns the keys for a seat, which has no policy of its own: the intended ones if their people may answer,
 * else the administrator.
 */
function reachedForSeat(
  draft: DecisionBuilder,
  token: Token,
  panel: Panel,
  keys: readonly string[],
): readonly string[] | undefined {
  const { context } = draft;
  const { definition } = context;
  const meant = canAnswer(draft, panel, keys) ? keys : [];
  return firstReached(context, nodeOf(definition, token.nodeId), [meant, [definition.administratorKey]]);
}

/**
 * Passes over seats whose people have left, or have no vote, after all other open seats have answered. Until
 * then the person who asked may remove them (docs/decisions/0105).
 */
function passTurnOfNobody(draft: DecisionBuilder, panel: Panel): boolean {
  const turn = panel.kind === 'countersign' ? seatsInTurn(draft.state, panel) : [];
  const tasks = turn.map((index) => draft.state.tasks[(panel.seats[index]?.taskId ?? 0) - 1]);
  const isOfNobody = tasks.every(
    (task) => task?.outcome === null && !canAnswer(draft, panel, task.candidates),
  );
  if (turn.length === 0 || !isOfNobody) return false;
  for (const index of turn) {
    closeSlots(draft, slotsUnder(draft.state, panel, index), 'closedByAbsence');
    closeSeat(draft, panel.id, index, 'absent');
  }
  return true;
}

/**
 * Ends a panel: people who still have a slot of it, and those whom they asked, need not act any more. A
 * countersign sets `countersign.passed` for conditions; one that continues by itself finishes the slot in the
 * name of its starter, if the flow can continue.
 */
export function closePanel(
  draft: DecisionBuilder,
  panel: Panel,
  outcome: Exclude<Panel['outcome'], null>,
  closed: TaskOutcome,
  reason = '',
): void {
  closeSlots(draft, slotsUnder(draft.state, panel), closed);
  emit(draft, { type: 'panelClosed', at: draft.at, panelId: panel.id, outcome, by: draft.by, reason });
  if (!isVote(outcome)) return;
  const { tokenId, byTaskId, goes } = panel;
  emit(draft, { type: 'variablesSet', values: { countersign: { passed: outcome === 'passed' } }, tokenId });
  const { definition } = draft.context;
  const { nodeId } = tokenOf(draft.state, tokenId);
  // It was started where no branch is to be chosen, during a 退回后直送 that has been overtaken since.
  const asksBranch = passesManualGateway({ state: draft.state, definition, task: { tokenId, nodeId } });
  if (goes === 'back' || byTaskId === null || asksBranch) return;
  if (draft.givesBack) {
    sayGivenBack(draft, byTaskId, '会签已有结论');
    return;
  }
  draft.hasGoneOn = true;
  finishTask(draft, byTaskId, 'handled', starterNow(draft, panel, byTaskId));
}

/**
 * Returns the person in whose name a slot continues by itself: the one who asked, or the one who has it after
 * a handover.
 */
function starterNow(
  { state, context }: DecisionBuilder,
  panel: Panel,
  slotId: number,
): { by: Person; standsFor?: Person } {
  const { by, standsFor } = panel;
  const asked = { by, ...(standsFor && { standsFor }) };
  if (isStarter(state, panel, { staffId: (standsFor ?? by).staffId, keys: [] })) return asked;
  const [key, ...more] = state.tasks[slotId - 1]?.candidates ?? [];
  const staffId = key !== undefined && more.length === 0 ? context.addressee(key)?.soleStaffId : null;
  const who = staffId ? context.addressee(staffKey(staffId)) : undefined;
  if (!staffId || !who?.orgId) return asked;
  const orgName = context.addressee(`org:${who.orgId}`)?.name ?? '';
  return { by: { staffId, name: who.name, orgId: who.orgId, orgName } };
}

/** Records the outcome of a seat that no answer gives. */
export function closeSeat(
  draft: DecisionBuilder,
  panelId: number,
  seat: number,
  outcome: 'removed' | 'absent' | 'expired',
  reason = '',
): void {
  emit(draft, { type: 'seatClosed', panelId, seat, outcome, by: draft.by, reason });
}

/** Closes the open ones of these slots, and everything that was started from them. */
export function closeSlots(
  draft: DecisionBuilder,
  { tasks, panels }: { tasks: readonly Task[]; panels: readonly Panel[] },
  outcome: TaskOutcome,
): void {
  for (const { id } of panels.filter((panel) => panel.outcome === null)) {
    const { at, by } = draft;
    emit(draft, { type: 'panelClosed', at, panelId: id, outcome: 'calledOff', by, reason: '' });
  }
  for (const { id } of tasks.filter((task) => task.outcome === null)) closeTask(draft, id, outcome);
}

/**
 * Reopens the slots of a visit that a rewind closed and its undoing restores: the returner's own for the
 * returner, the others for their people, with their clocks continued. Given answers stay.
 */
export function restoreVisit(draft: DecisionBuilder, token: Token, returnerTaskId: number): void {
  const { tasks } = draft.state;
  const main = tasks.findLast((task) => task.tokenId === token.id && task.panelId === null);
  const seated = openPanelsAt(draft.state, token.id)
    .reverse()
    .flatMap(({ seats }) => seats)
    .flatMap(({ taskId, outcome }) => (outcome === null && taskId !== null ? (tasks[taskId - 1] ?? []) : []));
  for (const task of [...(main ? [main] : []), ...seated].filter(wasTakenAway)) {
    const isReturners = task.id === returnerTaskId;
    const doer = doerOf(task);
    const returner = isReturners && doer ? [[staffKey(doer.staffId)]] : [];
    reopenSlot(draft, token, task, [...returner, task.candidates], isReturners ? draft.at : task.openedAt);
  }
}

function wasTakenAway(task: Task): boolean {
  return task.outcome === 'returned' || isClosed(task);
}

/** Reopens a slot, for the first of the wishes with a person. */
export function reopenSlot(
  draft: DecisionBuilder,
  token: Token,
  task: Task,
  wishes: Wishes,
  openedAt: string,
): Task {
  const { context } = draft;
  const node = nodeOf(context.definition, token.nodeId);
  const keys =
    task.panelId === null
      ? whoGets(draft, node, wishes, 'again')
      : firstReached(context, node, [...wishes, [context.definition.administratorKey]]);
  const { kind, panelId, seat, onBehalfOf, candidates } = task;
  const slot = { kind, panelId, seat, onBehalfOf, replaces: task.id, openedAt };
  return openTask(
    draft,
    token,
    'restore',
    typeof keys === 'object' && keys !== null ? keys : candidates,
    slot,
  );
}

/** Records the reason why a slot is reopened for its person although others have finished the visit. */
export function sayGivenBack(draft: DecisionBuilder, taskId: number, what: string): void {
  const { at, by, givesBack } = draft;
  const why = givesBack === null ? '' : (givesBack.message ?? refusalRow[givesBack.refused].text);
  emit(draft, { type: 'gaveBack', at, taskId, by, reason: `${what}，但无法进入下一环节：${why}` });
}
