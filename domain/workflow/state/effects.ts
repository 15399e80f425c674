/**
 * Effects of buttons and service tasks: process results and variables. An effect counts while its token is alive, so
 * that withdraw and return take it back with the token and 退回后直送 brings it again (docs/decisions/0065).
 */
import type { OrderState, ProcessDefinition, Token, TokenEffect } from '../model/model.ts';
import { addAncestors, comesFrom } from './net.ts';

/**
 * Returns the order's variables: the values at its start, overwritten by later ones in the order in which they were
 * set.
 */
export function variablesOf(state: OrderState): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const { variables } of liveEffects(state)) Object.assign(values, variables);
  return values;
}

/**
 * Returns the variables as a token sees them: a countersign in the token's own past comes before one decided beside it,
 * for a definition cannot give the two different names. Before any countersign the value is null, which counts as no.
 */
export function variablesAt(state: OrderState, token: Token): Readonly<Record<string, unknown>> {
  const values = variablesOf(state);
  if (!('countersign' in values)) return { countersign: null, ...values };
  const own = liveEffects(state).findLast(
    ({ tokenId, variables }) =>
      tokenId !== null &&
      variables !== undefined &&
      'countersign' in variables &&
      comesFrom(state, token, new Set([tokenId])),
  );
  return { ...values, ...own?.variables };
}

/**
 * Returns the process result that counts; null before the first. Of two in line the later overrules; of those
 * recorded in branches beside each other the strongest by the definition's `resultPrecedence`, and the latest
 * where it says nothing.
 */
export function resultOf(state: OrderState, definition: ProcessDefinition): number | null {
  const recorded = liveEffects(state).filter(({ resultCode }) => resultCode !== undefined);
  const standing = definition.resultPrecedence ? notOverruled(state, recorded) : recorded;
  return strongest(
    standing.map(({ resultCode }) => resultCode ?? null),
    definition,
  );
}

/**
 * Returns the strongest of results that stand beside each other, oldest first; the latest where precedence
 * says nothing of any.
 */
export function strongest<Result extends number | null>(
  results: readonly Result[],
  { resultPrecedence = [] }: Pick<ProcessDefinition, 'resultPrecedence'>,
): Result | null {
  const named = resultPrecedence.find((code) => results.some((result) => result === code));
  return results.findLast((result) => named === undefined || result === named) ?? null;
}

function liveEffects(state: OrderState): TokenEffect[] {
  return state.effects.filter(
    ({ tokenId }) =>
      tokenId === null || state.tokens[tokenId - 1]?.dead === false || endedUnderWay(state, tokenId),
  );
}

/**
 * Checks whether the order ended while a visit was not over: its token died of that, and what was set there
 * is not taken back.
 */
function endedUnderWay({ ended, tasks }: OrderState, tokenId: number): boolean {
  return (
    ended !== null &&
    tasks.some(
      ({ tokenId: at, outcome, finishedAt }) =>
        at === tokenId &&
        finishedAt === ended.at &&
        (outcome === 'closedByEnd' || outcome === 'terminated' || outcome === 'voided'),
    )
  );
}

/** Effects that no later one is in line with: from the same token, from one that it led to, or from one that led to it. */
function notOverruled(state: OrderState, recorded: readonly TokenEffect[]): TokenEffect[] {
  const standing: TokenEffect[] = [];
  const later = new Set<number>();
  const beforeLater = new Set<number>();
  for (const effect of recorded.toReversed()) {
    const token = effect.tokenId === null ? undefined : state.tokens[effect.tokenId - 1];
    if (token === undefined) return standing.length > 0 ? standing.reverse() : [effect];
    const isInLine = later.has(token.id) || beforeLater.has(token.id) || comesFrom(state, token, later);
    if (!isInLine) standing.push(effect);
    later.add(token.id);
    addAncestors(state, token, beforeLater);
  }
  return standing.reverse();
}
