import type { RewindUndo, Token } from '../model/model.ts';
import { freedBy, futureOf } from '../state/net.ts';
import { type Draft, emit, newToken } from './draft.ts';

export interface Rewound extends Omit<RewindUndo, 'returnerTaskId'> {
  /** Fresh tokens, one at each target in the order asked. */
  placed: Token[];
  /** Everything that came from the targets, dead or alive. */
  future: ReadonlySet<number>;
}

/**
 * Performs the one operation behind return, withdraw and recall: everything that came from the target tokens
 * dies, tokens that a join had taken together with them wait again, and a fresh token takes each target's
 * place. The resulting marking is one that the flow itself could have reached, so no join can starve.
 */
export function rewind(draft: Draft, targets: readonly Token[]): Rewound {
  const { state } = draft;
  const future = futureOf(state, draft.context.definition, targets);
  const killed = state.tokens.filter((token) => future.has(token.id) && !token.dead).map(({ id }) => id);
  const freed = freedBy(state, future, targets);
  const placed = targets.map(({ nodeId, flowId, madeBy }, offset) =>
    newToken(state, { nodeId, flowId, madeBy }, offset),
  );
  emit(draft, { type: 'rewound', killed, placed, freed: freed.map(({ tokenId }) => tokenId) });
  return { killed, freed, placed, future };
}
