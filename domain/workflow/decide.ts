import { isRefusal, type Refusal, refuse } from '../refusals/refusals.ts';
import { decideChooseBranch } from './actions/choose-branch.ts';
import { decideForward } from './actions/forward.ts';
import { decideHandle } from './actions/handle.ts';
import { decideRecall } from './actions/recall.ts';
import { decideResubmit } from './actions/resubmit.ts';
import { decideReturn } from './actions/return.ts';
import { decideStart } from './actions/start.ts';
import { decideTerminate, decideVoid } from './actions/terminate.ts';
import { decideWithdraw } from './actions/withdraw.ts';
import { type Draft, draftOf } from './draft.ts';
import type { Command, DecisionContext, OrderState, WorkflowEvent } from './model.ts';
import { statusOf } from './status.ts';
import { actionRow, allows, mayGive } from './table.ts';

/**
 * Decides one command of one person: the events it leaves, or why not. Pure and whole: whatever it returns, the state
 * before stays as it was, and folding the events onto it gives the state after.
 */
export function decide(
  state: OrderState | null,
  command: Command,
  context: DecisionContext,
): WorkflowEvent[] | Refusal {
  if (!mayGive(context.actor, command.action)) return refuse('forbidden');
  if (state?.ended) return refuse('orderEnded');
  if (!allows(statusOf(state, context.definition), command.action)) {
    return refuse(actionRow[command.action].refusal);
  }
  if (command.action === 'start') return decideStart(command, context);
  if (state === null) return refuse('actionNotAllowed');
  const draft = draftOf(state, context);
  const refusal = decideOn(draft, command);
  return isRefusal(refusal) ? refusal : draft.events;
}

function decideOn(draft: Draft, command: Exclude<Command, { action: 'start' }>): Refusal | null {
  switch (command.action) {
    case 'handle':
      return decideHandle(draft, command);
    case 'forward':
      return decideForward(draft, command);
    case 'chooseBranch':
      return decideChooseBranch(draft, command);
    case 'return':
      return decideReturn(draft, command);
    case 'resubmit':
      return decideResubmit(draft, command);
    case 'withdraw':
      return decideWithdraw(draft, command);
    case 'recall':
      return decideRecall(draft, command);
    case 'terminate':
      return decideTerminate(draft, command);
    case 'void':
      return decideVoid(draft, command);
  }
}
