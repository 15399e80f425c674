/**
 * Open returns and recalls. Both kinds of return rewind the net in the same way; 直送 also stores how to
 * undo it. Therefore a return that a later one replaces simply becomes a replay, and nested returns are
 * completed one by one.
 */

import { type DecisionBuilder, emit, fireTransition, nodeOf, tokenOf } from '../decision/builder.ts';
import {
  handlerKeysOf,
  lastDoneTask,
  lastDoneTasks,
  namedHandlersFor,
  type PreferredHandlers,
} from '../decision/candidates.ts';
import { manualGatewayAfter } from '../decision/gateways.ts';
import type { Firing, OrderState, ProcessDefinition, RewindUndo, Rollback, Token } from '../model/model.ts';
import { reenterVisit, restoreVisit } from '../slots/visit.ts';
import { isWaiting } from '../state/live-tokens.ts';
import { joinWouldWait, liveTokens } from '../state/net.ts';

export function openRollback(builder: DecisionBuilder, rollback: Omit<Rollback, 'id'>): void {
  emit(builder, { type: 'rollbackOpened', rollback: { id: builder.state.rollbackCount + 1, ...rollback } });
}

/**
 * Closes rollbacks whose targets are all done, newest first. 直送 restores the order's earlier position, unless
 * a later return consumed a target permanently or moved tokens that would be restored: then the completed
 * targets advance as in a replay.
 */
export function closeFinishedRollbacks(builder: DecisionBuilder): void {
  for (
    let rollback = nextFinishedRollback(builder.state);
    rollback;
    rollback = nextFinishedRollback(builder.state)
  ) {
    const targets = rollback.targetTokenIds.map((id) => tokenOf(builder.state, id));
    if (rollback.undo === null)
      close(builder, rollback, targets.some(({ dead }) => dead) ? 'superseded' : 'done');
    else if (targets.every((token) => !token.dead) && canUndo(builder, rollback, rollback.undo)) {
      restore(builder, rollback, rollback.undo);
    } else supersede(builder, rollback);
  }
}

function nextFinishedRollback(state: OrderState): Rollback | undefined {
  return state.rollbacks.findLast((rollback) => {
    const targets = rollback.targetTokenIds.map((id) => tokenOf(state, id));
    const lost = targets.some((token) => token.dead && !willBeRestored(state, rollback, token.id));
    const pending = targets.some((token) => isWaiting(token) || willBeRestored(state, rollback, token.id));
    return !pending || (rollback.undo !== null && lost);
  });
}

/** Checks whether another 直送 will restore a killed token. */
function willBeRestored(state: OrderState, rollback: Rollback, tokenId: number): boolean {
  return state.rollbacks.some(({ id, undo }) => id !== rollback.id && undo?.killed.includes(tokenId));
}

/**
 * Checks that the steps that the rewind undid could be repeated now: tokens freed from a join still wait
 * there, and no token that was placed meanwhile is at a position for which an inclusive join would have
 * waited.
 */
function canUndo(
  { state, context }: Pick<DecisionBuilder, 'state' | 'context'>,
  { targetTokenIds }: Rollback,
  undo: RewindUndo,
): boolean {
  if (!undo.freed.every(({ tokenId }) => isWaiting(tokenOf(state, tokenId)))) return false;
  const undone = new Set([
    ...undo.killed.flatMap((tokenId) => tokenOf(state, tokenId).usedBy ?? []),
    ...undo.freed.map(({ firingId }) => firingId),
  ]);
  // Its targets, and the tokens that wait at joins, are restored with it.
  const restoredTokens = new Set([...targetTokenIds, ...undo.freed.map(({ tokenId }) => tokenId)]);
  const live = liveTokens(state).filter(({ id }) => !restoredTokens.has(id));
  return ![...undone].some((firingId) => {
    const firing = state.firings[firingId - 1];
    return firing !== undefined && arrivesLate(state, context.definition, firing, live);
  });
}

/**
 * Checks that the join of the firing would have waited for one of the tokens, or that one is at the join on
 * another flow.
 */
function arrivesLate(
  state: OrderState,
  definition: ProcessDefinition,
  firing: Firing,
  live: readonly Token[],
): boolean {
  const consumedFlowIds = firing.takes.map((tokenId) => tokenOf(state, tokenId).flowId);
  const isOnOtherFlow = ({ nodeId, flowId }: Token) =>
    nodeId === firing.nodeId && !consumedFlowIds.includes(flowId);
  const node = definition.nodes[firing.nodeId];
  return (
    joinWouldWait(state, definition, firing, live) || (node?.kind === 'inclusive' && live.some(isOnOtherFlow))
  );
}

function restore(builder: DecisionBuilder, rollback: Rollback, undo: RewindUndo): void {
  emit(builder, { type: 'restored', rollbackId: rollback.id, undo });
  close(builder, rollback, 'restored');
  for (const tokenId of undo.killed) {
    const token = tokenOf(builder.state, tokenId);
    if (isWaiting(token)) restoreVisit(builder, token, undo.returnerTaskId);
  }
}

function supersede(builder: DecisionBuilder, rollback: Rollback): void {
  close(builder, rollback, 'superseded');
  for (const tokenId of rollback.targetTokenIds) {
    const token = tokenOf(builder.state, tokenId);
    if (token.dead || token.usedBy === null) continue;
    // Its person has already done the task: the token advances as in a replay, unless a branch must be
    // chosen.
    emit(builder, { type: 'rewound', killed: [], placed: [], freed: [tokenId] });
    const { definition } = builder.context;
    const node = nodeOf(definition, token.nodeId);
    const done = lastDoneTask(builder.state, (task) => task.tokenId === tokenId);
    if (manualGatewayAfter(definition, node) !== undefined && done?.branchNodeIds === undefined) {
      reenterVisit(builder, token, 'return', preferredHandlersFor(builder, tokenId));
    } else {
      fireTransition(builder, node.id, [token], node.outgoing.slice(0, 1));
    }
  }
}

function close(
  builder: DecisionBuilder,
  rollback: Rollback,
  reason: 'done' | 'restored' | 'superseded',
): void {
  emit(builder, { type: 'rollbackClosed', rollbackId: rollback.id, reason });
}

/**
 * Returns the preferred handlers of a returned task: its former handler, else the people named for it before.
 */
export function preferredHandlersFor(builder: DecisionBuilder, tokenId: number): PreferredHandlers {
  const { state } = builder;
  return [
    handlerKeysOf(lastDoneTasks(state, (task) => task.tokenId === tokenId)),
    namedHandlersFor(state, tokenOf(state, tokenId)),
  ];
}
