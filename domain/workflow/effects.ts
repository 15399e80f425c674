/**
 * What buttons and service tasks set: process results and variables. An effect counts while the token it hangs on is
 * alive, so that withdraw and return take it back with the token and 退回后直送 brings it again (docs/decisions/0065).
 */
import type { Effect, OrderState, ProcessDefinition } from './model.ts';
import { ancestorsOf } from './net.ts';

/** The order's variables: what it began with, and over it what was set, in the order it happened. */
export function variablesOf(state: OrderState): Readonly<Record<string, unknown>> {
  return Object.assign({}, ...liveEffects(state).map(({ variables }) => variables));
}

/**
 * The process result that counts; null before the first. Of two in line the later overrules; of those recorded in
 * branches beside each other the strongest by the definition's `resultPrecedence`, and the latest where it says nothing.
 */
export function resultOf(state: OrderState, definition: ProcessDefinition): number | null {
  const recorded = liveEffects(state).filter(({ resultCode }) => resultCode !== undefined);
  const standing = definition.resultPrecedence ? notOverruled(state, recorded) : recorded;
  return strongest(
    standing.map(({ resultCode }) => resultCode ?? null),
    definition,
  );
}

/** The strongest of results that stand beside each other, oldest first; the latest where precedence says nothing of any. */
export function strongest<Result extends number | null>(
  results: readonly Result[],
  { resultPrecedence = [] }: Pick<ProcessDefinition, 'resultPrecedence'>,
): Result | null {
  const named = resultPrecedence.find((code) => results.some((result) => result === code));
  return results.findLast((result) => named === undefined || result === named) ?? null;
}

function liveEffects({ effects, tokens }: OrderState): Effect[] {
  return effects.filter(({ tokenId }) => tokenId === null || tokens[tokenId - 1]?.dead === false);
}

function notOverruled(state: OrderState, recorded: readonly Effect[]): Effect[] {
  const pasts = new Map(
    recorded.map(({ tokenId }) => {
      const token = tokenId === null ? undefined : state.tokens[tokenId - 1];
      return [tokenId, new Set(token ? ancestorsOf(state, token).map(({ id }) => id) : [])];
    }),
  );
  const isInLine = (one: number | null, other: number | null) =>
    one === null ||
    other === null ||
    one === other ||
    pasts.get(one)?.has(other) ||
    pasts.get(other)?.has(one);
  return recorded.filter(
    ({ tokenId }, index) => !recorded.slice(index + 1).some((later) => isInLine(tokenId, later.tokenId)),
  );
}
