import { type DecisionBuilder, emit } from '../decision/builder.ts';
import type { Token } from '../model/model.ts';
import { recordReopening, reopenSlot } from '../slots/visit.ts';
import { preferredHandlersFor } from './rollbacks.ts';

/**
 * Reopens a visit whose own work was done earlier, which others have just finished, and from which the flow
 * cannot advance: the slot opens again for its handler, who can name other people, choose another branch or
 * return. The opinions of the others stay.
 */
export function reopenEarlierVisit(builder: DecisionBuilder, token: Token): void {
  const task = builder.state.tasks.findLast((other) => other.tokenId === token.id && other.kind === 'main');
  if (task === undefined) return;
  // The result that its button recorded is void while the task is open.
  if (task.resultCode !== null)
    emit(builder, { type: 'resultRecorded', resultCode: null, tokenId: token.id });
  const { id } = reopenSlot(builder, token, task, preferredHandlersFor(builder, token.id), builder.at);
  recordReopening(builder, id, '加签意见已齐');
}
