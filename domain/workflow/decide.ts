import { isRefusal, refuse } from '../refusals/refusals.ts';
import { actions, type Command, type CommandAction, type Commands, mayGive } from './actions/registry.ts';
import { decideStart } from './actions/start.ts';
import { type Draft, draftOf, emit } from './decision/draft.ts';
import type { DecisionRefusal } from './model/decision-refusals.ts';
import type { DecisionContext, OrderState, WorkflowEvent } from './model/model.ts';

/**
 * Decides one command of one person: the events it leaves, or why not. Pure and whole: whatever it returns, the state
 * before stays as it was, and folding the events onto it gives the state after.
 */
export function decide(
  state: OrderState | null,
  command: Command,
  context: DecisionContext,
): WorkflowEvent[] | DecisionRefusal {
  if (!mayGive(context.actor, command.action)) return refuse('forbidden');
  if (state === null) {
    return command.action === 'start'
      ? decideStart(command, context)
      : refuse(actions[command.action].refusal);
  }
  if (state.ended) return refuse('orderEnded');
  const draft = draftOf(state, context);
  const refusal = decideOn(draft, command.action, command);
  if (!isRefusal(refusal)) return eventsOf(draft, state);
  if (!draft.hasGoneOn) return refusal;
  // The person who answers last, and the system at a limit, cannot mend a flow that cannot continue; the
  // slot's holder can.
  const back = draftOf(state, context, refusal);
  return decideOn(back, command.action, command) ?? eventsOf(back, state);
}

/** Returns the decided events; where they end the last open rollback, an event says so, since that sets the status. */
function eventsOf(draft: Draft, before: OrderState): WorkflowEvent[] {
  const { rollbacks, ended } = draft.state;
  if (before.rollbacks.length > 0 && rollbacks.length === 0 && ended === null)
    emit(draft, { type: 'rollbackHandled' });
  return draft.events;
}

function decideOn<A extends CommandAction>(
  draft: Draft,
  action: A,
  command: Commands[A],
): DecisionRefusal | null {
  return actions[action].decide(draft, command);
}
