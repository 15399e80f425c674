import { MissingCase } from '../../missing-case.ts';
import type { OrderState, Task, Token, TokenEffect, WorkflowEvent } from '../model/model.ts';
import { isOutOfFlowEvent, type OrderCopy } from '../model/out-of-flow-events.ts';
import { indexTask, indexToken, waitingTokens } from './live-tokens.ts';
import { panelsAfter } from './panels-after.ts';
import { withRequesters } from './requesters.ts';

/**
 * Applies one event to the state; defined for all events, so that any history that `decide` wrote can be read
 * again.
 */
export function apply(state: OrderState | null, event: WorkflowEvent): OrderState {
  return applyAll(state, [event]);
}

/** Applies events to the state and returns the new one; the given state is unchanged. */
export function applyAll(state: OrderState | null, events: readonly WorkflowEvent[]): OrderState {
  const [first, ...others] = events;
  if (first === undefined || state !== null) {
    if (state === null) throw new Error('An order must have at least one event');
    const after = mutableCopy(state);
    for (const event of events) applyTo(after, event);
    return after;
  }
  const after = initialState(first);
  for (const event of others) applyTo(after, event);
  return after;
}

/** Rebuilds an order from all its events, oldest first. */
export function fold(events: readonly WorkflowEvent[]): OrderState {
  return applyAll(null, events);
}

/**
 * A state that only its creator uses: its lists grow in place, so that a long history is not copied at each
 * event. The items of the lists are never changed, only replaced, because other states may share them.
 */
export type ProgressiveState = {
  -readonly [Part in keyof OrderState]: OrderState[Part] extends readonly (infer Item)[]
    ? Item[]
    : OrderState[Part];
};

export function mutableCopy(state: OrderState): ProgressiveState {
  const { tokens, firings, tasks, panels, rollbacks, effects } = state;
  return {
    ...state,
    tokens: [...tokens],
    firings: [...firings],
    tasks: [...tasks],
    panels: [...panels],
    rollbacks: [...rollbacks],
    effects: [...effects],
  };
}

function initialState(event: WorkflowEvent): ProgressiveState {
  if (event.type !== 'started')
    throw new Error(`The first event of an order must be "started", not "${event.type}"`);
  return {
    version: 1,
    initiator: event.initiator,
    tokens: [],
    firings: [],
    tasks: [],
    panels: [],
    rollbacks: [],
    rollbackCount: 0,
    effects: [{ tokenId: null, variables: event.variables }],
    ended: null,
  };
}

/** Applies one event, in place, to a state that only the caller uses. */
export function applyTo(state: ProgressiveState, event: WorkflowEvent): void {
  const finishedSeq = state.version + 1;
  if (!isOutOfFlowEvent(event)) {
    delete state.rollbackHandled;
    delete state.recordNote;
  }
  switch (event.type) {
    case 'started':
      throw new Error('An order can start only once');
    case 'tokenPlaced':
      setToken(state, event.token);
      break;
    case 'fired':
      for (const id of event.firing.takes) changeToken(state, id, { usedBy: event.firing.id });
      for (const token of event.made) setToken(state, token);
      state.firings.push(event.firing);
      break;
    case 'taskOpened':
      setTask(state, withRequesters(event.task, state.panels));
      break;
    case 'taskFinished': {
      const { at, taskId, outcome, by, standsFor, buttonId, resultCode, nextHandlers, branchNodeIds } = event;
      const finish = { outcome, finishedBy: by, finishedAt: at, finishedSeq, buttonId, resultCode };
      const choices = {
        ...(standsFor && { standsFor }),
        ...(nextHandlers && { nextHandlers }),
        ...(branchNodeIds && { branchNodeIds }),
      };
      changeTask(state, taskId, { ...finish, ...choices });
      break;
    }
    case 'taskClosed': {
      const { at, taskId, outcome, by } = event;
      changeTask(state, taskId, { outcome, finishedBy: by, finishedAt: at, finishedSeq });
      break;
    }
    case 'rewound':
      for (const id of event.killed) changeToken(state, id, { dead: true });
      for (const id of event.freed) changeToken(state, id, { usedBy: null });
      for (const token of event.placed) setToken(state, token);
      break;
    case 'restored': {
      const rollback = state.rollbacks.find(({ id }) => id === event.rollbackId);
      const detours = rollback?.targetTokenIds ?? [];
      state.effects = state.effects.map(createEffectMover(state, event.undo.killed, detours));
      for (const id of detours) changeToken(state, id, { dead: true });
      for (const id of event.undo.killed) changeToken(state, id, { dead: false });
      for (const { tokenId, firingId } of event.undo.freed) changeToken(state, tokenId, { usedBy: firingId });
      break;
    }
    case 'rollbackOpened':
      state.rollbacks.push(event.rollback);
      state.rollbackCount++;
      break;
    case 'rollbackClosed':
      state.rollbacks = state.rollbacks.filter(({ id }) => id !== event.rollbackId);
      break;
    case 'rollbackHandled':
      state.rollbackHandled = true;
      break;
    case 'variablesSet':
      state.effects.push({ tokenId: event.tokenId ?? null, variables: event.values });
      break;
    case 'resultRecorded':
      state.effects.push({ tokenId: event.tokenId ?? null, resultCode: event.resultCode });
      break;
    case 'copied':
      state.copies = [...(state.copies ?? []), { taskId: event.taskId, keys: event.keys }];
      break;
    case 'noted':
      state.copies = state.copies?.map((copy, index) =>
        index === event.copy ? { ...copy, notes: countNote(copy.notes, event.by.staffId) } : copy,
      );
      break;
    case 'papersAdded':
      state.additions = (state.additions ?? 0) + 1;
      break;
    case 'urged':
      state.urgedAt = event.at;
      break;
    case 'recordChanged':
      state.records = (state.records ?? []).toSpliced(event.record.id - 1, 1, event.record);
      if (event.noteStatus === undefined) delete state.recordNote;
      else state.recordNote = event.noteStatus;
      break;
    case 'ended':
      for (const { id } of waitingTokens(state)) changeToken(state, id, { dead: true });
      state.rollbacks = [];
      state.ended = { nodeId: event.nodeId, result: event.result, at: event.at };
      break;
    // Applied by `panelsAfter`, below.
    case 'panelOpened':
    case 'seatsAdded':
    case 'seatClosed':
    case 'panelClosed':
      break;
    // Kept for the record and the messages; other events of the same action change the state.
    case 'withdrawn':
    case 'recalled':
    case 'reassigned':
    case 'gaveBack':
    case 'serviceAsked':
      break;
    default:
      throw new MissingCase(event satisfies never);
  }
  const panels = panelsAfter(state.panels, event);
  if (panels !== state.panels) state.panels = [...panels];
  state.version = finishedSeq;
}

function countNote(notes: OrderCopy['notes'] = {}, staffId: string): NonNullable<OrderCopy['notes']> {
  return { ...notes, [staffId]: (notes[staffId] ?? 0) + 1 };
}

function setToken(state: ProgressiveState, token: Token): void {
  state.tokens[token.id - 1] = token;
  indexToken(state, token);
}

function changeToken(state: ProgressiveState, id: number, change: Partial<Token>): void {
  const token = state.tokens[id - 1];
  if (token !== undefined) setToken(state, { ...token, ...change });
}

function setTask(state: ProgressiveState, task: Task): void {
  state.tasks[task.id - 1] = task;
  indexTask(state, task);
}

function changeTask(state: ProgressiveState, id: number, change: Partial<Task>): void {
  const task = state.tasks[id - 1];
  if (task !== undefined) setTask(state, { ...task, ...change });
}

/**
 * Returns a function that keeps the effects of a detour: it moves them to the token that the detour's token
 * replaced.
 */
function createEffectMover(
  { tokens }: ProgressiveState,
  killed: readonly number[],
  detours: readonly number[],
): (effect: TokenEffect) => TokenEffect {
  return (effect) => {
    const isDetour = effect.tokenId !== null && detours.includes(effect.tokenId);
    const detourToken = isDetour ? tokens[(effect.tokenId ?? 0) - 1] : undefined;
    if (detourToken === undefined) return effect;
    const original = killed.find((id) => {
      const token = tokens[id - 1];
      return (
        token?.nodeId === detourToken.nodeId &&
        token.flowId === detourToken.flowId &&
        token.madeBy === detourToken.madeBy
      );
    });
    return original === undefined ? effect : { ...effect, tokenId: original };
  };
}
