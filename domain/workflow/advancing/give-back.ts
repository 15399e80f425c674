import { type DecisionBuilder, emit } from '../decision/draft.ts';
import type { Token } from '../model/model.ts';
import { reopenSlot, sayGivenBack } from '../slots/visit.ts';
import { wishesFor } from './rollbacks.ts';

/**
 * Reopens a visit whose own work was done earlier, which others have just finished, and from which the flow
 * cannot advance: the slot opens again for its handler, who can name other people, choose another way or
 * return. The opinions of the others stay.
 */
export function giveBack(draft: DecisionBuilder, token: Token): void {
  const task = draft.state.tasks.findLast((one) => one.tokenId === token.id && one.kind === 'main');
  if (task === undefined) return;
  // The result that its button recorded is void while the task is open.
  if (task.resultCode !== null) emit(draft, { type: 'resultRecorded', resultCode: null, tokenId: token.id });
  const { id } = reopenSlot(draft, token, task, wishesFor(draft, token.id), draft.at);
  sayGivenBack(draft, id, '加签意见已齐');
}
