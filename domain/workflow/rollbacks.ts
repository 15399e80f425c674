/**
 * Open returns and recalls. Both ways back rewind the net alike; 直送 also keeps how to undo it. So a return that is
 * overtaken by a later one simply turns into a replay, and nested returns come home one by one.
 */
import { candidatesFor, canTake, lastDoneTask, reaches } from './candidates.ts';
import { type Draft, emit, fire, nodeOf, openTask, staffKey, tokenOf } from './draft.ts';
import { manualGatewayAfter } from './gateways.ts';
import type { OrderState, RewindUndo, Rollback, Task } from './model.ts';
import { isWaiting } from './standing.ts';

/** The open 退回后直送 that this task is a target of: when it is done its token goes nowhere, the order jumps back. */
export function directRollbackOf(state: OrderState, task: Task): Rollback | undefined {
  return state.rollbacks.find(
    ({ undo, targetTokenIds }) => undo !== null && targetTokenIds.includes(task.tokenId),
  );
}

export function openRollback(draft: Draft, rollback: Omit<Rollback, 'id'>): void {
  emit(draft, { type: 'rollbackOpened', rollback: { id: draft.state.rollbackCount + 1, ...rollback } });
}

/**
 * Closes rollbacks whose targets are all done, newest first. 直送 puts the order back where it was, unless a later return
 * took a target for good or moved what would be restored: then the targets that are done walk on as in a replay.
 */
export function settleRollbacks(draft: Draft): void {
  for (let rollback = nextToSettle(draft.state); rollback; rollback = nextToSettle(draft.state)) {
    const targets = rollback.targetTokenIds.map((id) => tokenOf(draft.state, id));
    if (rollback.undo === null)
      close(draft, rollback, targets.some(({ dead }) => dead) ? 'superseded' : 'done');
    else if (targets.every((token) => !token.dead) && canUndo(draft.state, rollback.undo)) {
      restore(draft, rollback, rollback.undo);
    } else supersede(draft, rollback);
  }
}

function nextToSettle(state: OrderState): Rollback | undefined {
  return state.rollbacks.findLast((rollback) => {
    const targets = rollback.targetTokenIds.map((id) => tokenOf(state, id));
    const lost = targets.some((token) => token.dead && !comesBack(state, rollback, token.id));
    const pending = targets.some((token) => isWaiting(token) || comesBack(state, rollback, token.id));
    return !pending || (rollback.undo !== null && lost);
  });
}

/** Whether another 直送 will bring a killed token back to life. */
function comesBack(state: OrderState, rollback: Rollback, tokenId: number): boolean {
  return state.rollbacks.some(({ id, undo }) => id !== rollback.id && undo?.killed.includes(tokenId));
}

/** Tokens freed from a join by the rewind must still wait there to be taken again. */
function canUndo(state: OrderState, undo: RewindUndo): boolean {
  return undo.freed.every(({ tokenId }) => isWaiting(tokenOf(state, tokenId)));
}

function restore(draft: Draft, rollback: Rollback, undo: RewindUndo): void {
  emit(draft, { type: 'restored', rollbackId: rollback.id, undo });
  close(draft, rollback, 'restored');
  const tasks = draft.state.tasks;
  for (const tokenId of undo.killed) {
    const token = tokenOf(draft.state, tokenId);
    const last = tasks.findLast((task) => task.tokenId === tokenId);
    if (!isWaiting(token) || last === undefined) continue;
    // The returner's own task comes back to the returner; the siblings' to their candidates, whose clock goes on.
    if (last.id === undo.returnerTaskId) openTask(draft, token, 'restore', addressees(draft, last));
    else openTask(draft, token, 'restore', stillThere(draft, last), last.openedAt);
  }
}

function supersede(draft: Draft, rollback: Rollback): void {
  close(draft, rollback, 'superseded');
  for (const tokenId of rollback.targetTokenIds) {
    const token = tokenOf(draft.state, tokenId);
    if (token.dead || token.usedBy === null) continue;
    // Its person has done the task already: now the token walks as a replay would, unless that asks for a branch.
    emit(draft, { type: 'rewound', killed: [], placed: [], freed: [tokenId] });
    const { definition } = draft.context;
    const node = nodeOf(definition, token.nodeId);
    const done = lastDoneTask(draft.state, (task) => task.tokenId === tokenId);
    if (manualGatewayAfter(definition, node) !== undefined && done?.branchNodeIds === undefined) {
      openTask(draft, token, 'return', addresseesOf(draft, tokenId));
    } else {
      fire(draft, node.id, [token], node.outgoing.slice(0, 1));
    }
  }
}

function close(draft: Draft, rollback: Rollback, reason: 'done' | 'restored' | 'superseded'): void {
  emit(draft, { type: 'rollbackClosed', rollbackId: rollback.id, reason });
}

/**
 * Who gets a task that comes back: the person who did it, if still there to do it, else the node's candidates, else the
 * administrator. It cannot be skipped, for somebody sent it back; where nobody is left `advance` refuses it.
 */
export function addresseesOf(draft: Draft, tokenId: number): readonly string[] {
  const last = lastDoneTask(draft.state, (task) => task.tokenId === tokenId);
  return last === undefined ? [] : addressees(draft, last);
}

function addressees(draft: Draft, task: Task): readonly string[] {
  const { context, state } = draft;
  const person = task.finishedBy ? staffKey(task.finishedBy.staffId) : undefined;
  const node = nodeOf(context.definition, task.nodeId);
  if (person !== undefined && canTake(context, node, person)) return [person];
  const current =
    node.kind === 'userTask' ? candidatesFor(state, node, tokenOf(state, task.tokenId), context) : [];
  return current.length > 0 ? current : stillThere(draft, task);
}

/** The task's candidates while somebody answers to them, else what the node says of empty ones. */
function stillThere({ context }: Draft, { nodeId, candidates }: Task): readonly string[] {
  const node = nodeOf(context.definition, nodeId);
  if (node.kind !== 'userTask' || candidates.some((key) => reaches(context, key))) return candidates;
  const administrator = context.definition.administratorKey;
  return node.emptyCandidates !== 'refuse' && reaches(context, administrator) ? [administrator] : candidates;
}
