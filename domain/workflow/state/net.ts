/** Queries of the occurrence net: the ancestors of tokens, and the tokens that can still arrive. */

import type { Firing, OrderState, ProcessDefinition, Rollback, Task, Token } from '../model/model.ts';
import { inclusiveJoinContinues } from './inclusive-join.ts';
import { waitingTokens } from './live-tokens.ts';

/**
 * Returns the tokens that may still reach a join: those that wait, and those at a completed target of an open
 * 退回后直送 with other targets open. Such a token waits nowhere, but either the order jumps back, or the token
 * advances as in a replay.
 */
export function liveTokens(state: OrderState): Token[] {
  const direct = state.rollbacks.filter(({ undo }) => undo !== null);
  const targets = direct.flatMap(({ targetTokenIds }) =>
    targetTokenIds.flatMap((id) => state.tokens[id - 1] ?? []),
  );
  return [...waitingTokens(state), ...targets.filter(({ dead, usedBy }) => !dead && usedBy !== null)];
}

/**
 * Returns the open 退回后直送 of which this task is a target: when it is done its token does not advance, the
 * order jumps back.
 */
export function directReturnOf(state: OrderState, task: Pick<Task, 'tokenId'>): Rollback | undefined {
  return state.rollbacks.find(
    ({ undo, targetTokenIds }) => undo !== null && targetTokenIds.includes(task.tokenId),
  );
}

/** Returns all ancestors of the token, nearest first, without itself. */
export function ancestorsOf(state: OrderState, token: Token): Token[] {
  const collected = new Set<number>();
  addAncestors(state, token, collected);
  return [...collected].sort((left, right) => right - left).flatMap((id) => state.tokens[id - 1] ?? []);
}

/**
 * Adds the ids of all ancestors of the token to `collected`, which must already include the ancestors of a
 * token in it.
 */
export function addAncestors(state: OrderState, token: Token, collected: Set<number>): void {
  const pending = [token];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    for (const parent of parentsOf(state, current)) {
      if (collected.has(parent.id)) continue;
      collected.add(parent.id);
      pending.push(parent);
    }
  }
}

/** Checks whether the token is a descendant of one of the others. */
export function isDescendantOf(state: OrderState, token: Token, others: ReadonlySet<number>): boolean {
  const oldest = Math.min(...others);
  const seen = new Set<number>();
  const pending = [token];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    for (const parent of parentsOf(state, current)) {
      if (others.has(parent.id)) return true;
      // Ids grow along the net.
      if (parent.id < oldest || seen.has(parent.id)) continue;
      seen.add(parent.id);
      pending.push(parent);
    }
  }
  return false;
}

/** Returns the ids of the nearest ancestors that match, on each path back from the given token. */
export function nearestAncestors(
  state: OrderState,
  token: Token,
  matches: (tokenId: number) => boolean,
): number[] {
  const collected: number[] = [];
  const seen = new Set<number>();
  const pending = parentsOf(state, token);
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    if (seen.has(current.id)) continue;
    seen.add(current.id);
    if (matches(current.id)) collected.push(current.id);
    else pending.push(...parentsOf(state, current));
  }
  return collected;
}

/** Returns the tokens consumed by the firing that created this one. */
function parentsOf(state: OrderState, token: Token): Token[] {
  const firing = token.madeBy === null ? undefined : state.firings[token.madeBy - 1];
  const parents: Token[] = [];
  for (const id of firing?.takes ?? []) {
    const parent = state.tokens[id - 1];
    if (parent !== undefined) parents.push(parent);
  }
  return parents;
}

/** Returns the given tokens and all their descendants, including dead ones (docs/decisions/0036). */
export function descendantTokensOf(
  state: OrderState,
  definition: ProcessDefinition,
  from: readonly Token[],
): Set<number> {
  const descendants = new Set(from.map(({ id }) => id));
  const consumingFirings = new Set(from.flatMap(({ usedBy }) => usedBy ?? []));
  // A token that a join would no longer consume makes other joins wait in turn.
  for (let size = -1; size < descendants.size; ) {
    size = descendants.size;
    // A token always comes after its creator in the list, and a token placed by a rewind after the token that
    // it replaces.
    for (const token of state.tokens) {
      if (token.madeBy !== null && consumingFirings.has(token.madeBy)) descendants.add(token.id);
      if (descendants.has(token.id) && token.usedBy !== null) consumingFirings.add(token.usedBy);
    }
    const returning = [...from, ...tokensConsumedTogether(state, descendants, consumingFirings)];
    for (const { id } of findPrematureJoins(state, definition, returning)) consumingFirings.add(id);
  }
  return descendants;
}

/**
 * Returns firings of inclusive joins that continued because one of the tokens had left: with the token back
 * in its place they would have waited, so they depend on it although they did not consume it.
 */
function findPrematureJoins(
  state: OrderState,
  definition: ProcessDefinition,
  returning: readonly Token[],
): Firing[] {
  const joins = state.firings.filter(
    ({ nodeId, takes }) =>
      isInclusiveJoin(definition, nodeId) && !takes.some((tokenId) => state.tokens[tokenId - 1]?.dead),
  );
  if (joins.length === 0) return [];
  const departed = returning.filter(({ usedBy }) => usedBy !== null);
  const placed = state.tokens.filter(
    ({ id, madeBy }) => madeBy !== null && !state.firings[madeBy - 1]?.makes.includes(id),
  );
  return joins.filter((firing) => {
    const departedBefore = departed.filter(({ usedBy }) => usedBy !== null && usedBy < firing.id);
    return (
      joinWouldWait(state, definition, firing, departedBefore) ||
      joinWouldWait(state, definition, firing, tokensDepartedSince(state, firing, departed, placed))
    );
  });
}

/**
 * Returns the tokens that existed after the firing and have left again: a rewind that undid the firing had
 * placed them or their ancestors, and 退回后直送 restored the firing. Tokens created by the firing itself are
 * later, and no token depends on a firing that was undone permanently.
 */
function tokensDepartedSince(
  state: OrderState,
  { id, makes }: Firing,
  departed: readonly Token[],
  placed: readonly Token[],
): Token[] {
  const first = Math.min(...makes);
  const placedSince = new Set(
    placed.filter((token) => token.id > first && (token.madeBy ?? id) < id).map((token) => token.id),
  );
  if (placedSince.size === 0 || makes.every((made) => state.tokens[made - 1]?.dead)) return [];
  const ownIds = new Set(makes);
  return departed.filter(
    (token) =>
      (placedSince.has(token.id) || isDescendantOf(state, token, placedSince)) &&
      !ownIds.has(token.id) &&
      !isDescendantOf(state, token, ownIds),
  );
}

function isInclusiveJoin({ nodes }: ProcessDefinition, nodeId: string): boolean {
  const node = nodes[nodeId];
  return node?.kind === 'inclusive' && node.incoming.length > 1;
}

/**
 * Checks that the firing is that of an inclusive join that would have waited with these tokens in their
 * places.
 */
export function joinWouldWait(
  state: OrderState,
  definition: ProcessDefinition,
  { nodeId, takes }: Firing,
  tokens: readonly Token[],
): boolean {
  if (!isInclusiveJoin(definition, nodeId)) return false;
  const filled = new Set(takes.flatMap((tokenId) => state.tokens[tokenId - 1]?.flowId ?? []));
  const elsewhere = tokens.map((token) => token.nodeId);
  return !inclusiveJoinContinues(definition, nodeId, filled, elsewhere);
}

/**
 * Returns the tokens that are not among the descendants but were consumed together with them, such as the
 * other branch's at a join: when the firing is undone, they wait again.
 */
export function restoredTokens(
  state: OrderState,
  descendants: ReadonlySet<number>,
  from: readonly Token[],
): { tokenId: number; firingId: number }[] {
  const targets = new Set(from.map(({ id }) => id));
  const undone = state.firings.filter(
    ({ takes, makes }) =>
      takes.some((id) => descendants.has(id)) || makes.some((id) => descendants.has(id) && !targets.has(id)),
  );
  const freed = tokensConsumedTogether(state, descendants, new Set(undone.map(({ id }) => id)));
  return freed.flatMap(({ id, usedBy }) => (usedBy === null ? [] : [{ tokenId: id, firingId: usedBy }]));
}

function tokensConsumedTogether(
  state: OrderState,
  descendants: ReadonlySet<number>,
  consumingFirings: ReadonlySet<number>,
): Token[] {
  return state.tokens.filter(
    ({ id, dead, usedBy }) =>
      !descendants.has(id) && !dead && usedBy !== null && consumingFirings.has(usedBy),
  );
}
