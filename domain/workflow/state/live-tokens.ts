import type { OrderState, Task, Token } from '../model/model.ts';

/** Index of the live tokens and tasks of an order: most of a long order's history is no longer live. */
interface LiveTokens {
  waiting: Set<number>;
  open: Set<number>;
}

const indexes = new WeakMap<OrderState, LiveTokens>();

/** Returns the waiting tokens, oldest first. */
export function waitingTokens(state: OrderState): Token[] {
  return pick(state.tokens, liveTokenIndexOf(state).waiting);
}

/** Returns the open tasks by number. */
export function openTasksInOrder(state: OrderState): Task[] {
  return pick(state.tasks, liveTokenIndexOf(state).open);
}

/** Checks whether the token's visit has an open task. */
export function hasOpenTask(state: OrderState, tokenId: number): boolean {
  return openTasksInOrder(state).some((task) => task.tokenId === tokenId);
}

/** Checks whether a token is live and no firing has consumed it. */
export function isWaiting(token: Token): boolean {
  return !token.dead && token.usedBy === null;
}

/** Updates the live-token index of a state that grows in place, if the index exists. */
export function indexToken(state: OrderState, token: Token): void {
  updateIndex(indexes.get(state)?.waiting, token.id, isWaiting(token));
}

export function indexTask(state: OrderState, task: Task): void {
  updateIndex(indexes.get(state)?.open, task.id, task.outcome === null);
}

function updateIndex(ids: Set<number> | undefined, id: number, isLive: boolean): void {
  if (isLive) ids?.add(id);
  else ids?.delete(id);
}

function liveTokenIndexOf(state: OrderState): LiveTokens {
  const live = indexes.get(state) ?? {
    waiting: idsOf(state.tokens, isWaiting),
    open: idsOf(state.tasks, isOpen),
  };
  indexes.set(state, live);
  return live;
}

function isOpen({ outcome }: Task): boolean {
  return outcome === null;
}

function idsOf<Item extends { id: number }>(
  items: readonly Item[],
  isLive: (item: Item) => boolean,
): Set<number> {
  const ids = new Set<number>();
  for (const item of items) if (isLive(item)) ids.add(item.id);
  return ids;
}

function pick<Item>(items: readonly Item[], ids: ReadonlySet<number>): Item[] {
  return [...ids].sort((left, right) => left - right).flatMap((id) => items[id - 1] ?? []);
}
