import type { RewindUndo, Token } from '../model/model.ts';
import { descendantTokensOf, restoredTokens } from '../state/net.ts';
import { type DecisionBuilder, emit, newToken } from './builder.ts';

export interface RewindResult extends Omit<RewindUndo, 'returnerTaskId'> {
  /** New tokens, one at each target in the requested order. */
  placed: Token[];
  /** All tokens that came from the targets, dead or alive. */
  descendants: ReadonlySet<number>;
}

/**
 * Performs the operation behind return, withdraw and recall: all tokens that came from the target tokens die,
 * tokens that a join had consumed together with them wait again, and a new token replaces each target. The
 * flow itself could have reached the resulting marking, so no join can wait forever.
 */
export function rewind(builder: DecisionBuilder, targets: readonly Token[]): RewindResult {
  const { state } = builder;
  const descendants = descendantTokensOf(state, builder.context.definition, targets);
  const killed = state.tokens.filter((token) => descendants.has(token.id) && !token.dead).map(({ id }) => id);
  const freed = restoredTokens(state, descendants, targets);
  const placed = targets.map(({ nodeId, flowId, madeBy }, offset) =>
    newToken(state, { nodeId, flowId, madeBy }, offset),
  );
  emit(builder, { type: 'rewound', killed, placed, freed: freed.map(({ tokenId }) => tokenId) });
  return { killed, freed, placed, descendants };
}
