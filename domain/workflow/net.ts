/** What the occurrence net knows: which token came from which, and what can still come. */
import type { OrderState, Token } from './model.ts';
import { waitingTokens } from './standing.ts';

/**
 * The tokens that may still come to a join: those that wait, and those whose person has done a target of an open
 * 退回后直送 while its other targets are not. Such a one waits nowhere, but either the order jumps back to where it was,
 * or the token walks on as in a replay.
 */
export function standingTokens(state: OrderState): Token[] {
  const direct = state.rollbacks.filter(({ undo }) => undo !== null);
  const targets = direct.flatMap(({ targetTokenIds }) =>
    targetTokenIds.flatMap((id) => state.tokens[id - 1] ?? []),
  );
  return [...waitingTokens(state), ...targets.filter(({ dead, usedBy }) => !dead && usedBy !== null)];
}

/** Every token that the given one came from, nearest first; itself is not among them. */
export function ancestorsOf(state: OrderState, token: Token): Token[] {
  const found = new Set<number>();
  addAncestors(state, token, found);
  return [...found].sort((left, right) => right - left).flatMap((id) => state.tokens[id - 1] ?? []);
}

/** Adds the ids of all that the token came from to those found, whose own past is taken to be among them already. */
export function addAncestors(state: OrderState, token: Token, found: Set<number>): void {
  const front = [token];
  for (let at = front.pop(); at !== undefined; at = front.pop()) {
    for (const parent of parentsOf(state, at)) {
      if (found.has(parent.id)) continue;
      found.add(parent.id);
      front.push(parent);
    }
  }
}

/** Whether the token came from one of the others. */
export function comesFrom(state: OrderState, token: Token, others: ReadonlySet<number>): boolean {
  const oldest = Math.min(...others);
  const seen = new Set<number>();
  const front = [token];
  for (let at = front.pop(); at !== undefined; at = front.pop()) {
    for (const parent of parentsOf(state, at)) {
      if (others.has(parent.id)) return true;
      // Ids grow along the net.
      if (parent.id < oldest || seen.has(parent.id)) continue;
      seen.add(parent.id);
      front.push(parent);
    }
  }
  return false;
}

/**
 * The nearest tokens that the given one came from and that stop the walk back; none of them came from another of them.
 * Ids grow along the net, so that the walk goes by descending id and ends where everything left is behind a stop.
 */
export function nearestBefore(
  state: OrderState,
  token: Token,
  stops: (tokenId: number) => boolean,
): number[] {
  const isBehind = new Map(parentsOf(state, token).map(({ id }) => [id, false]));
  const found: number[] = [];
  while ([...isBehind.values()].includes(false)) {
    const id = Math.max(...isBehind.keys());
    const stop = isBehind.get(id) === false && stops(id);
    const behind = stop || isBehind.get(id) === true;
    if (stop) found.push(id);
    isBehind.delete(id);
    const at = state.tokens[id - 1];
    for (const parent of at ? parentsOf(state, at) : []) {
      isBehind.set(parent.id, behind || isBehind.get(parent.id) === true);
    }
  }
  return found;
}

function parentsOf(state: OrderState, token: Token): Token[] {
  const firing = token.madeBy === null ? undefined : state.firings[token.madeBy - 1];
  const parents: Token[] = [];
  for (const id of firing?.takes ?? []) {
    const parent = state.tokens[id - 1];
    if (parent !== undefined) parents.push(parent);
  }
  return parents;
}

/** The given tokens and everything that came from them, dead ones too. */
export function futureOf(state: OrderState, from: readonly Token[]): Set<number> {
  const future = new Set(from.map(({ id }) => id));
  const doneBy = new Set(from.flatMap(({ usedBy }) => usedBy ?? []));
  // A token's maker always stands before it, and what a rewind places is younger than what it replaces.
  for (const token of state.tokens) {
    if (token.madeBy !== null && doneBy.has(token.madeBy)) future.add(token.id);
    if (future.has(token.id) && token.usedBy !== null) doneBy.add(token.usedBy);
  }
  return future;
}

/**
 * Tokens beside the future that its firings took, such as the other branch's at a join: when the firing is undone,
 * they wait again.
 */
export function freedBy(
  state: OrderState,
  future: ReadonlySet<number>,
): { tokenId: number; firingId: number }[] {
  return state.tokens.flatMap((token) => {
    if (future.has(token.id) || token.dead || token.usedBy === null) return [];
    const firing = state.firings[token.usedBy - 1];
    const undone = firing?.takes.some((id) => future.has(id)) ?? false;
    return undone ? [{ tokenId: token.id, firingId: token.usedBy }] : [];
  });
}
