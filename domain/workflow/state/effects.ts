/**
 * Effects of buttons and service tasks: process results and variables. An effect counts while its token is
 * alive, so that withdraw and return undo it with the token and 退回后直送 restores it (docs/decisions/0065).
 */
import type { OrderState, ProcessDefinition, Token, TokenEffect } from '../model/model.ts';
import { addAncestors, isDescendantOf } from './net.ts';

/**
 * Returns the order's variables: the initial values, overwritten by later ones in the order in which they
 * were set.
 */
export function variablesOf(state: OrderState): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const { variables } of liveEffects(state)) Object.assign(values, variables);
  return values;
}

/**
 * Returns the variables for a token: a countersign in the token's own past overrides one decided in parallel,
 * because a definition cannot give the two different names. Before any countersign the value is null, which
 * counts as no.
 */
export function variablesAt(state: OrderState, token: Token): Readonly<Record<string, unknown>> {
  const values = variablesOf(state);
  if (!('countersign' in values)) return { countersign: null, ...values };
  const ownCountersign = liveEffects(state).findLast(
    ({ tokenId, variables }) =>
      tokenId !== null &&
      variables !== undefined &&
      'countersign' in variables &&
      isDescendantOf(state, token, new Set([tokenId])),
  );
  return { ...values, ...ownCountersign?.variables };
}

/**
 * Returns the effective process result; null before the first. Of two in sequence the later one counts; of
 * those recorded in parallel branches the first by the definition's `resultPrecedence`, and the latest if
 * none is listed there.
 */
export function resultOf(state: OrderState, definition: ProcessDefinition): number | null {
  const recorded = liveEffects(state).filter(({ resultCode }) => resultCode !== undefined);
  const live = definition.resultPrecedence ? effectiveResults(state, recorded) : recorded;
  return highestPrecedence(
    live.map(({ resultCode }) => resultCode ?? null),
    definition,
  );
}

/**
 * Returns the result with the highest precedence among parallel results, oldest first; the latest if none is
 * listed.
 */
export function highestPrecedence<Result extends number | null>(
  results: readonly Result[],
  { resultPrecedence = [] }: Pick<ProcessDefinition, 'resultPrecedence'>,
): Result | null {
  const firstByPrecedence = resultPrecedence.find((code) => results.some((result) => result === code));
  return (
    results.findLast((result) => firstByPrecedence === undefined || result === firstByPrecedence) ?? null
  );
}

function liveEffects(state: OrderState): TokenEffect[] {
  return state.effects.filter(
    ({ tokenId }) =>
      tokenId === null || state.tokens[tokenId - 1]?.dead === false || hasEndedIncomplete(state, tokenId),
  );
}

/**
 * Checks whether the order ended while a visit was not complete: its token died by that, and its effects are
 * not undone.
 */
function hasEndedIncomplete({ ended, tasks }: OrderState, tokenId: number): boolean {
  return (
    ended !== null &&
    tasks.some(
      ({ tokenId: taskTokenId, outcome, finishedAt }) =>
        taskTokenId === tokenId &&
        finishedAt === ended.at &&
        (outcome === 'closedByEnd' || outcome === 'terminated' || outcome === 'voided'),
    )
  );
}

/**
 * Returns the effects that no later one overrides: neither one from the same token, nor one from its
 * descendants or ancestors.
 */
function effectiveResults(state: OrderState, recorded: readonly TokenEffect[]): TokenEffect[] {
  const live: TokenEffect[] = [];
  const later = new Set<number>();
  const ancestorsOfLater = new Set<number>();
  for (const effect of recorded.toReversed()) {
    const token = effect.tokenId === null ? undefined : state.tokens[effect.tokenId - 1];
    if (token === undefined) return live.length > 0 ? live.reverse() : [effect];
    const isOverridden =
      later.has(token.id) || ancestorsOfLater.has(token.id) || isDescendantOf(state, token, later);
    if (!isOverridden) live.push(effect);
    later.add(token.id);
    addAncestors(state, token, ancestorsOfLater);
  }
  return live.reverse();
}
