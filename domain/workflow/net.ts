/** What the occurrence net knows: which token came from which, and what can still come. */
import { isWaiting } from './apply.ts';
import type { OrderState, Token } from './model.ts';

export function waitingTokens(state: OrderState): Token[] {
  return state.tokens.filter(isWaiting);
}

/**
 * The tokens that may still come to a join: those that wait, and those whose person has done a target of an open
 * 退回后直送 while its other targets are not. Such a one waits nowhere, but either the order jumps back to where it was,
 * or the token walks on as in a replay.
 */
export function standingTokens(state: OrderState): Token[] {
  const done = state.rollbacks.flatMap(({ undo, targetTokenIds }) => (undo === null ? [] : targetTokenIds));
  return state.tokens.filter((token) => isWaiting(token) || (!token.dead && done.includes(token.id)));
}

/** Every token that the given one came from, nearest first; itself is not among them. */
export function ancestorsOf(state: OrderState, token: Token): Token[] {
  const seen = new Set<number>();
  let front = parentsOf(state, token);
  const found: Token[] = [];
  while (front.length > 0) {
    const next: Token[] = [];
    for (const parent of front) {
      if (seen.has(parent.id)) continue;
      seen.add(parent.id);
      found.push(parent);
      next.push(...parentsOf(state, parent));
    }
    front = next;
  }
  return found.sort((left, right) => right.id - left.id);
}

/** The tokens that the firing took which made this one. */
export function parentsOf(state: OrderState, token: Token): Token[] {
  const firing = token.madeBy === null ? undefined : state.firings[token.madeBy - 1];
  return (firing?.takes ?? []).flatMap((id) => state.tokens[id - 1] ?? []);
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
