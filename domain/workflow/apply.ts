import type { Effect, Firing, OrderState, Task, Token, WorkflowEvent } from './model.ts';
import { panelsAfter } from './slots/panels-after.ts';

/** Folds one event into the state; total, so that any history that `decide` wrote can be read again. */
export function apply(state: OrderState | null, event: WorkflowEvent): OrderState {
  if (event.type === 'started') {
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
  if (state === null) throw new Error(`The first event of an order is "started", not "${event.type}"`);
  const changed = change(state, event);
  return { ...changed, panels: panelsAfter(state.panels, event), version: state.version + 1 };
}

/** Rebuilds an order from all its events, oldest first. */
export function fold(events: readonly WorkflowEvent[]): OrderState {
  const state = events.reduce<OrderState | null>(apply, null);
  if (state === null) throw new Error('An order has at least one event');
  return state;
}

type LaterEvent = Exclude<WorkflowEvent, { type: 'started' }>;

function change(state: OrderState, event: LaterEvent): OrderState {
  switch (event.type) {
    case 'tokenPlaced':
      return { ...state, tokens: [...state.tokens, event.token] };
    case 'fired':
      return fire(state, event.firing, event.made);
    case 'taskOpened':
      return { ...state, tasks: [...state.tasks, event.task] };
    case 'taskFinished': {
      const { at, taskId, outcome, by, buttonId, resultCode, nextHandlers, branchNodeIds } = event;
      const finishedSeq = state.version + 1;
      const finish = { outcome, finishedBy: by, finishedAt: at, finishedSeq, buttonId, resultCode };
      const named = { ...(nextHandlers && { nextHandlers }), ...(branchNodeIds && { branchNodeIds }) };
      return withTask(state, taskId, { ...finish, ...named });
    }
    case 'taskClosed':
      return withTask(state, event.taskId, {
        outcome: event.outcome,
        finishedBy: event.by,
        finishedAt: event.at,
        finishedSeq: state.version + 1,
      });
    case 'rewound': {
      const killed = new Set(event.killed);
      const freed = new Set(event.freed);
      const tokens = state.tokens.map((token) => {
        if (killed.has(token.id)) return { ...token, dead: true };
        return freed.has(token.id) ? { ...token, usedBy: null } : token;
      });
      return { ...state, tokens: [...tokens, ...event.placed] };
    }
    case 'restored': {
      const killed = new Set(event.undo.killed);
      const rollback = state.rollbacks.find(({ id }) => id === event.rollbackId);
      const detour = new Set(rollback?.targetTokenIds);
      const taker = new Map(event.undo.freed.map(({ tokenId, firingId }) => [tokenId, firingId]));
      const tokens = state.tokens.map((token) => {
        if (killed.has(token.id)) return { ...token, dead: false };
        if (detour.has(token.id)) return { ...token, dead: true };
        const firingId = taker.get(token.id);
        return firingId === undefined ? token : { ...token, usedBy: firingId };
      });
      return { ...state, tokens, effects: state.effects.map(broughtHome(state, killed, detour)) };
    }
    case 'rollbackOpened':
      return {
        ...state,
        rollbacks: [...state.rollbacks, event.rollback],
        rollbackCount: state.rollbackCount + 1,
      };
    case 'rollbackClosed':
      return { ...state, rollbacks: state.rollbacks.filter(({ id }) => id !== event.rollbackId) };
    case 'variablesSet':
      return withEffect(state, { tokenId: event.tokenId ?? null, variables: event.values });
    case 'resultRecorded':
      return withEffect(state, { tokenId: event.tokenId ?? null, resultCode: event.resultCode });
    case 'panelOpened':
    case 'panelClosed':
    case 'seatClosed':
    case 'withdrawn':
    case 'recalled':
    case 'serviceAsked':
      return state;
    case 'ended':
      return {
        ...state,
        tokens: state.tokens.map((token) => (isWaiting(token) ? { ...token, dead: true } : token)),
        rollbacks: [],
        ended: { nodeId: event.nodeId, result: event.result, at: event.at },
      };
  }
}

/** A live token that no firing has taken. */
export function isWaiting(token: Token): boolean {
  return !token.dead && token.usedBy === null;
}

function fire(state: OrderState, firing: Firing, made: readonly Token[]): OrderState {
  const taken = new Set(firing.takes);
  const tokens = state.tokens.map((token) => (taken.has(token.id) ? { ...token, usedBy: firing.id } : token));
  return { ...state, tokens: [...tokens, ...made], firings: [...state.firings, firing] };
}

function withEffect(state: OrderState, effect: Effect): OrderState {
  return { ...state, effects: [...state.effects, effect] };
}

/** What was set on a detour stays set: it hangs on the token whose place the detour's token took. */
function broughtHome(
  { tokens }: OrderState,
  killed: ReadonlySet<number>,
  detour: ReadonlySet<number>,
): (effect: Effect) => Effect {
  return (effect) => {
    const placed = effect.tokenId !== null && detour.has(effect.tokenId) && tokens[effect.tokenId - 1];
    const original =
      placed &&
      tokens.find(
        ({ id, nodeId, flowId, madeBy }) =>
          killed.has(id) && nodeId === placed.nodeId && flowId === placed.flowId && madeBy === placed.madeBy,
      );
    return original ? { ...effect, tokenId: original.id } : effect;
  };
}

function withTask(state: OrderState, taskId: number, change: Partial<Task>): OrderState {
  return {
    ...state,
    tasks: state.tasks.map((task) => (task.id === taskId ? { ...task, ...change } : task)),
  };
}
